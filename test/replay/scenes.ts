import { eventually } from '../eventually.ts';

/** Something that a caller does, so that a workflow runs. */
interface Scene {
  name: string;
  play(api: string, key: string): Promise<void>;
}

const post = async (url: string, key: string, body: unknown) => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await response.json()) as Record<string, string>;
};
const site = (path: string) => `http://site.example${path}`;

async function batch(api: string, key: string, body: object, until: string[]) {
  const { url = '' } = await post(`${api}/v1/batch/scrape`, key, body);
  await eventually('the batch ends', async () => {
    const response = await fetch(`${api}${new URL(url).pathname}`, { headers: { authorization: `Bearer ${key}` } });
    const { status } = (await response.json()) as { status: string };
    return until.includes(status);
  });
  return url;
}

export const scenes: readonly Scene[] = [
  {
    name: 'a page that can be read, and one that cannot',
    async play(api, key) {
      await post(`${api}/v1/scrape`, key, { url: site('/a') });
      await post(`${api}/v1/scrape`, key, { url: site('/status?code=404') });
    },
  },
  {
    name: 'a batch with pages that fail, are put off, and a webhook',
    async play(api, key) {
      const paths = [
        ...Array.from({ length: 40 }, (_, at) => `/p${at}`),
        '/status?code=500',
        '/status?code=429&retry-after=1',
      ];
      await batch(api, key, { urls: paths.map(site), webhook: site('/receiver') }, ['completed']);
    },
  },
  {
    name: 'a batch whose failed pages are asked for again',
    async play(api, key) {
      const url = await batch(api, key, { urls: [site('/a'), site('/status?code=500')] }, ['completed']);
      await post(`${api}${new URL(url).pathname}/retry`, key, {});
    },
  },
];
