import { createServer } from 'node:http';
import type { WorkflowClient } from '@temporalio/client';
import { eventually } from '../support/eventually.ts';
import { listenOnLoopback } from '../support/loopback.ts';
import { crawled } from '../support/site/crawled.ts';

/** The stack that a scenario runs on. */
interface Stage {
  api: string;
  key: string;
  images: string;
  workflow: WorkflowClient;
}

/** What makes certain workflows run: mostly requests of a caller. */
interface Scenario {
  name: string;
  run(stage: Stage): Promise<void>;
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
  return runJob(api, key, '/v1/batch/scrape', body);
}

async function runJob(api: string, key: string, path: string, body: object) {
  const { url = '' } = await post(`${api}${path}`, key, body);
  await eventually('the job ends', async () => {
    const response = await fetch(`${api}${new URL(url).pathname}`, { headers: { authorization: `Bearer ${key}` } });
    const { status } = (await response.json()) as { status: string };
    return status === 'completed';
  });
  return url;
}

/** Creates a monitor, waits for its first run, lets another one follow, and removes it. */
async function runMonitorTwice({ api, key }: Pick<Stage, 'api' | 'key'>, monitor: object, between = () => {}) {
  const { url = '' } = await post(`${api}/v1/monitors`, key, monitor);
  const path = `${api}${new URL(url).pathname}`;
  const headers = { authorization: `Bearer ${key}` };
  const ended = (count: number) =>
    eventually(`${count} runs have ended`, async () => {
      const response = await fetch(`${path}/runs`, { headers });
      const { data } = (await response.json()) as { data: { status: string }[] };
      return data.length === count && data.every(({ status }) => status === 'completed');
    });
  await ended(1);
  between();
  await post(`${path}/run`, key, {});
  await ended(2);
  await fetch(path, { method: 'DELETE', headers });
}

export const publishableKey = 'pk_recordrecordrecord';

export const scenarios: readonly Scenario[] = [
  {
    name: 'a page that can be read and one that cannot',
    async run({ api, key }) {
      await post(`${api}/v1/scrape`, key, { url: site('/a') });
      await post(`${api}/v1/scrape`, key, { url: site('/status?code=404') });
    },
  },
  {
    name: 'the map of a site, and of one that cannot be read',
    async run({ api, key }) {
      await post(`${api}/v1/map`, key, { url: 'http://mapped.site.example/' });
      await post(`${api}/v1/map`, key, { url: site('/status?code=404'), sitemap: 'skip' });
    },
  },
  {
    name: 'a batch with failing pages, delayed pages and a webhook',
    async run({ api, key }) {
      const paths = [
        ...Array.from({ length: 40 }, (_, at) => `/p${at}`),
        '/status?code=500',
        '/status?code=429&retry-after=1',
      ];
      await runBatch(api, key, { urls: paths.map(site), webhook: site('/receiver') });
    },
  },
  {
    name: 'a batch that is cancelled while chunks wait for a lane',
    async run({ api, key, workflow }) {
      const urls = Array.from({ length: 200 }, (_, at) => site(`/slow?ms=20000&at=${at}`));
      const { url = '' } = await post(`${api}/v1/batch/scrape`, key, {
        urls,
        maxConcurrency: 3,
        webhook: site('/receiver'),
      });
      const headers = { authorization: `Bearer ${key}` };
      const job = `${api}${new URL(url).pathname}`;
      await eventually('its pages are being read', async () => {
        for await (const { workflowId } of workflow.list({ query: `WorkflowType = 'batchScrape'` })) {
          const { raw } = await workflow.getHandle(workflowId).describe();
          if ((raw.pendingActivities?.length ?? 0) > 0) return true;
        }
        return false;
      });
      await fetch(job, { method: 'DELETE', headers });
    },
  },
  {
    name: 'a batch whose failed pages are retried',
    async run({ api, key }) {
      const url = await runBatch(api, key, { urls: [site('/a'), site('/status?code=500')] });
      await post(`${api}${new URL(url).pathname}/retry`, key, {});
    },
  },
  {
    name: 'a monitor of a page that changes',
    async run({ api, key }) {
      let loads = 0;
      const server = createServer((_, response) => {
        loads += 1;
        const text = `The keeper of the lighthouse has counted ${loads} ships, and there is enough here to read.`;
        response.setHeader('content-type', 'text/html').end(`<main><h1>Ships</h1><p>${text}</p></main>`);
      });
      const { address, close } = await listenOnLoopback(server);
      await runMonitorTwice({ api, key }, { url: `${address}/`, every: '1d', webhook: site('/receiver') });
      await close();
    },
  },
  {
    name: 'a monitor of a site with a page that changes after its last link is gone',
    async run({ api, key }) {
      const text = 'The keeper of the lighthouse has counted ships, and there is enough here to read.';
      const bodies: Record<string, string> = { '/': '<a href="/b">The other page</a>', '/b': 'Before' };
      const server = createServer((request, response) => {
        const body = bodies[request.url ?? ''];
        const html = `<main><h1>Ships</h1><p>${text}</p><p>${body}</p></main>`;
        response.writeHead(body ? 200 : 404, { 'content-type': 'text/html' }).end(html);
      });
      const { address, close } = await listenOnLoopback(server);
      const crawl = { url: `${address}/`, sitemap: 'skip' };
      await runMonitorTwice({ api, key }, { crawl, every: '1d' }, () => {
        bodies['/'] = 'Nothing';
        bodies['/b'] = 'After';
      });
      await close();
    },
  },
  {
    name: 'a crawl of a site with a sitemap and a webhook, and one whose failed pages are retried',
    async run({ api, key }) {
      await runJob(api, key, '/v1/crawl', { url: crawled('tree'), webhook: site('/receiver') });
      const url = await runJob(api, key, '/v1/crawl', { url: crawled('mended-record'), sitemap: 'skip' });
      await post(`${api}${new URL(url).pathname}/retry`, key, {});
    },
  },
  {
    name: 'a crawl that is cancelled while its pages wait for their host',
    async run({ api, key }) {
      const { url = '' } = await post(`${api}/v1/crawl`, key, { url: crawled('mesh-300'), delay: 5, sitemap: 'skip' });
      const headers = { authorization: `Bearer ${key}` };
      const job = `${api}${new URL(url).pathname}`;
      await eventually('its start is read', async () => {
        const { completed } = (await (await fetch(job, { headers })).json()) as { completed: number };
        return completed > 0;
      });
      await fetch(job, { method: 'DELETE', headers });
    },
  },
  {
    name: 'a page that needs the browser',
    async run({ api, key }) {
      await post(`${api}/v1/scrape`, key, { url: site('/script') });
    },
  },
  {
    name: 'an extraction and a brand analysis',
    async run({ api, key }) {
      const schema = { type: 'object', properties: { title: { type: 'string' } } };
      await post(`${api}/v1/extract`, key, { url: site('/a'), schema });
      await post(`${api}/v1/branding`, key, { url: site('/a'), fields: ['colors'] });
    },
  },
  {
    name: 'an icon and a second rendition of the same icon',
    async run({ images }) {
      for (const size of [128, 77]) await fetch(`${images}/plain.lighthouse.com?token=${publishableKey}&size=${size}`);
    },
  },
  {
    name: 'the weekly icon sweep',
    async run({ workflow }) {
      await workflow.start('sweepIcons', { taskQueue: 'image', workflowId: 'sweep', args: [{}] });
    },
  },
  {
    name: 'the warning of an account that is over its allowance',
    async run({ workflow }) {
      const args = [{ account: 'acc_owner', month: '2026-11' }];
      await workflow.start('warnOverage', { taskQueue: 'flow', workflowId: 'overage', args });
    },
  },
  {
    name: 'the deletion of an account',
    async run({ workflow }) {
      const args = [{ account: 'acc_gone' }];
      await workflow.start('deleteAccount', { taskQueue: 'flow', workflowId: 'delete-account-acc_gone', args });
    },
  },
];
