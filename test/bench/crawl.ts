import { Client, Connection } from '@temporalio/client';
import { openKeyring } from '../../runtime/secrets/openKeyring.ts';
import { readSettings } from '../../runtime/settings.ts';
import { dataConverterWith } from '../../runtime/temporal/dataConverter.ts';
import type { WholeStack } from '../support/wholeStack.ts';
import { createBatchClient } from './batchClient.ts';
import { forkScript } from './childProcess.ts';
import { residentMb } from './memory.ts';
import { crawleeName, readWithCrawlee } from './peerReading.ts';
import { providePeers } from './peers.ts';
import { against, atMost, below, type Program, type Row } from './row.ts';
import { sizesFrom } from './sizes.ts';
import { benchKeys, withStack } from './stack.ts';
import { cpuMsOf } from './stackCpu.ts';
import { secondsOf } from './timing.ts';

const concurrency = 16;
/** Against which the cost of a page in the largest crawl is measured. */
const smallSite = 1_000;

/** A site with as many pages as wanted, all linked to each other: crawled, read as a batch, and crawled by Crawlee. */
export async function crawl(): Promise<Row[]> {
  const peers = await providePeers();
  const site = await forkScript('linkedSite');
  try {
    // As `npm start` runs the workers.
    return await withStack({ HOST_CONCURRENCY: String(concurrency) }, (stack) => measure(stack, peers, site.message), {
      workers: [['flow', 'fetch', 'image', 'model']],
    });
  } finally {
    site.stop();
  }
}

async function measure(stack: WholeStack, peers: string, site: string): Promise<Row[]> {
  await crawlSite(stack, `${site}/warm/300/`, 300);
  return [...(await compare(stack, peers, site)), ...(await measureGrowth(stack, site))];
}

async function compare(stack: WholeStack, peers: string, site: string): Promise<Row[]> {
  const [pages = 0] = sizesFrom('CRAWL_COMPARED_PAGES', [10_000]);
  const [rounds = 0] = sizesFrom('CRAWL_ROUNDS', [3]);
  const samples: Record<'crawl' | 'batch' | 'crawlee', number[]> = { crawl: [], batch: [], crawlee: [] };
  for (let round = 0; round < rounds; round += 1) {
    samples.crawl.push((await crawlSite(stack, `${site}/crawl${round}/${pages}/`, pages)).rate);
    samples.batch.push(await readAsBatch(stack, `${site}/batch${round}/${pages}/`, pages));
    samples.crawlee.push(await readWithCrawlee({ peers, work: 'site', where: 'disk', site, pages, concurrency }));
  }
  const ours: Program = { name: 'sightread, crawl', samples: samples.crawl };
  const what = `a site of ${pages.toLocaleString('en')} pages`;
  return [
    against(what, 'pages/s', [ours, { name: `${crawleeName} on disk`, samples: samples.crawlee }], { min: 1.5 }),
    against(what, 'pages/s', [ours, { name: 'a batch of the same pages', samples: samples.batch }], { min: 0.8 }),
  ];
}

/** What a page costs in a large crawl, and what the crawl keeps in histories and memory. */
async function measureGrowth(stack: WholeStack, site: string): Promise<Row[]> {
  const [largeSite = 0] = sizesFrom('CRAWL_PAGES', [100_000]);
  async function costOf(pages: number) {
    let id = '';
    const peak = watchMemory(stack);
    const ms = await cpuMsOf(stack, async () => {
      ({ id } = await crawlSite(stack, `${site}/growth/${pages}/`, pages));
    });
    return { id, ms: ms / pages, memoryMb: peak() };
  }
  const small = await costOf(smallSite);
  const large = await costOf(largeSite);
  const { events, bytes } = await longestRun(stack, large.id);
  const [from, to] = [smallSite, largeSite].map((pages) => pages.toLocaleString('en'));
  return [
    {
      ...atMost(`CPU of a page of a site of ${to}, against one of ${from}`, large.ms / small.ms, 1.2),
      measured: `${large.ms.toFixed(1)} / ${small.ms.toFixed(1)} ms = ${(large.ms / small.ms).toFixed(2)}`,
    },
    below(`the longest run of the workflow, ${to} pages`, events, 2_000, { digits: 0, unit: ' events' }),
    below('the same, in bytes', bytes / 1e6, 1, { digits: 2, unit: ' MB' }),
    below('the worker meanwhile, resident', large.memoryMb, 600, { digits: 0, unit: ' MB' }),
  ];
}

async function crawlSite({ api }: WholeStack, url: string, pages: number): Promise<{ id: string; rate: number }> {
  const client = createBatchClient(api, benchKeys.secret, 'crawl');
  const started = performance.now();
  const id = await client.start({ url, limit: 100_000, sitemap: 'skip' });
  const { completed, total } = await client.waitForEnd(id);
  if (completed !== pages || total !== pages) throw new Error(`${completed} of ${total} pages were read, not ${pages}`);
  return { id, rate: pages / ((performance.now() - started) / 1_000) };
}

async function readAsBatch({ api }: WholeStack, site: string, pages: number): Promise<number> {
  const client = createBatchClient(api, benchKeys.secret);
  const urls = Array.from({ length: pages }, (_, number) => (number === 0 ? site : `${site}page-${number}`));
  return pages / (await secondsOf(async () => client.waitForEnd(await client.create(urls))));
}

/** Returns a function that says how much the largest worker had at most since. */
function watchMemory({ workerPids }: WholeStack): () => number {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, ...workerPids.map((pid) => residentMb(pid ?? 0)));
  }, 500);
  return () => {
    clearInterval(timer);
    return most;
  };
}

async function longestRun({ env }: WholeStack, job: string): Promise<{ events: number; bytes: number }> {
  const connection = await Connection.connect({ address: env['TEMPORAL_ADDRESS'] ?? '' });
  try {
    const client = new Client({ connection, dataConverter: dataConverterWith(openKeyring(readSettings(env))) });
    const runs = [];
    for await (const run of client.workflow.list({ query: `WorkflowId = 'batch-${job}-0'` })) runs.push(run);
    if (runs.length === 0) throw new Error('the workflow of the crawl was not found');
    return {
      events: Math.max(...runs.map(({ historyLength }) => historyLength)),
      bytes: Math.max(...runs.map(({ historySize = 0 }) => historySize)),
    };
  } finally {
    await connection.close();
  }
}
