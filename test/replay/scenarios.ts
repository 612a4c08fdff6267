import { eventually } from '../support/eventually.ts';

/** Requests of a caller that make certain workflows run. */
interface Scenario {
  name: string;
  run(api: string, key: string, images: string): Promise<void>;
}

async function post(url: string, key: string, body: unknown) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await response.json()) as Record<string, string>;
}

function site(path: string) {
  return `http://site.example${path}`;
}

async function runBatch(api: string, key: string, body: object) {
  const { url = '' } = await post(`${api}/v1/batch/scrape`, key, body);
  await eventually('the batch ends', async () => {
    const response = await fetch(`${api}${new URL(url).pathname}`, { headers: { authorization: `Bearer ${key}` } });
    const { status } = (await response.json()) as { status: string };
    return status === 'completed';
  });
  return url;
}

export const publishableKey = 'pk_recordrecordrecord';

export const scenarios: readonly Scenario[] = [
  {
    name: 'a page that can be read and one that cannot',
    async run(api, key) {
      await post(`${api}/v1/scrape`, key, { url: site('/a') });
      await post(`${api}/v1/scrape`, key, { url: site('/status?code=404') });
    },
  },
  {
    name: 'a batch with failing pages, delayed pages and a webhook',
    async run(api, key) {
      const paths = [
        ...Array.from({ length: 40 }, (_, at) => `/p${at}`),
        '/status?code=500',
        '/status?code=429&retry-after=1',
      ];
      await runBatch(api, key, { urls: paths.map(site), webhook: site('/receiver') });
    },
  },
  {
    name: 'a batch whose failed pages are retried',
    async run(api, key) {
      const url = await runBatch(api, key, { urls: [site('/a'), site('/status?code=500')] });
      await post(`${api}${new URL(url).pathname}/retry`, key, {});
    },
  },
  {
    name: 'a page that needs the browser',
    async run(api, key) {
      await post(`${api}/v1/scrape`, key, { url: site('/script') });
    },
  },
  {
    name: 'an extraction and a brand analysis',
    async run(api, key) {
      const schema = { type: 'object', properties: { title: { type: 'string' } } };
      await post(`${api}/v1/extract`, key, { url: site('/a'), schema });
      await post(`${api}/v1/branding`, key, { url: site('/a'), fields: ['colors'] });
    },
  },
  {
    name: 'an icon and a second rendition of the same icon',
    async run(_api, _key, images) {
      for (const size of [128, 77]) await fetch(`${images}/plain.lighthouse.com?token=${publishableKey}&size=${size}`);
    },
  },
];
