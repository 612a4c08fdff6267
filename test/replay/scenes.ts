import { eventually } from '../support/eventually.ts';

/** Something that a caller does, so that a workflow runs. */
interface Scene {
  name: string;
  play(api: string, key: string, images: string): Promise<void>;
}

async function post(url: string, key: string, body: unknown) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await response.json()) as Record<string, string>;
}
function site(path: string) {
  return `http://site.example${path}`;
}

async function batch(api: string, key: string, body: object, until: string[]) {
  const { url = '' } = await post(`${api}/v1/batch/scrape`, key, body);
  await eventually('the batch ends', async () => {
    const response = await fetch(`${api}${new URL(url).pathname}`, { headers: { authorization: `Bearer ${key}` } });
    const { status } = (await response.json()) as { status: string };
    return until.includes(status);
  });
  return url;
}

export const publishableKey = 'pk_recordrecordrecord';

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
  {
    name: 'a page that needs the browser',
    async play(api, key) {
      await post(`${api}/v1/scrape`, key, { url: site('/script') });
    },
  },
  {
    name: 'data of a page, and its looks',
    async play(api, key) {
      const schema = { type: 'object', properties: { title: { type: 'string' } } };
      await post(`${api}/v1/extract`, key, { url: site('/a'), schema });
      await post(`${api}/v1/branding`, key, { url: site('/a'), fields: ['colors'] });
    },
  },
  {
    name: 'an icon, and a second rendition of it',
    async play(_api, _key, images) {
      for (const size of [128, 77]) await fetch(`${images}/plain.lighthouse.com?token=${publishableKey}&size=${size}`);
    },
  },
];
