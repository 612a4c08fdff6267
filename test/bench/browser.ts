import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { WholeStack } from '../support/wholeStack.ts';
import { createBatchClient, numberedUrls } from './batchClient.ts';
import { forkScript } from './childProcess.ts';
import { median } from './median.ts';
import { treeMemoryMb } from './memory.ts';
import { peerVersions, providePeers } from './peers.ts';
import { against, figure, type Program, type Row } from './row.ts';
import { benchKeys, withStack } from './stack.ts';
import { secondsOf } from './timing.ts';

const rounds = 3;
const pagesPerRound = 100;
/** The default of `BROWSER_PAGES`. */
const concurrency = 4;

interface Reading {
  rate: number;
  memoryMb: number;
}

/** Pages in the browser: through the whole pipeline, and by Crawlee in one process, with the same Chromium. */
export async function browser(): Promise<Row[]> {
  const peers = await providePeers();
  const [app, articles] = [await forkScript('appSite'), await forkScript('articleSite')];
  try {
    return await withStack(
      {},
      async (stack) => [
        ...(await compareWithCrawlee(stack, peers, app.message)),
        ...(await costOfAPage(stack, articles.message)),
      ],
      { workers: [['flow'], ['browser']], chromium: true },
    );
  } finally {
    app.stop();
    articles.stop();
  }
}

async function compareWithCrawlee(stack: WholeStack, peers: string, site: string): Promise<Row[]> {
  const crawleeArgs = [peers, stack.env.CHROMIUM_PATH ?? '', site, String(pagesPerRound), String(concurrency)];
  await readBatch(stack, `${site}/warm`, 20);
  const ours: Reading[] = [];
  const theirs: Reading[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await readBatch(stack, `${site}/${round}`, pagesPerRound));
    theirs.push(await readWithCrawlee(crawleeArgs));
  }
  const programs = (field: keyof Reading): [Program, Program] => [
    { name: 'sightread', samples: ours.map((reading) => reading[field]) },
    {
      name: `Crawlee ${peerVersions['@crawlee/puppeteer']} (PuppeteerCrawler)`,
      samples: theirs.map((reading) => reading[field]),
    },
  ];
  return [
    against('pages that need JavaScript, 4 at a time', 'pages/s', programs('rate'), { min: 1.2 }),
    against('memory meanwhile, with Chromium', 'MB', programs('memoryMb'), { max: 1 }),
  ];
}

/** It feeds the sizing table, so there is no target. */
async function costOfAPage(stack: WholeStack, site: string): Promise<Row[]> {
  await readBatch(stack, `${site}/warm`, 20);
  const before = busySeconds();
  const { rate } = await readBatch(stack, `${site}/measured`, 2 * pagesPerRound);
  const cpuSeconds = (busySeconds() - before) / (2 * pagesPerRound);
  return [
    figure(
      'a page of 50 KB in the browser: CPU of everything on this machine',
      `${(cpuSeconds * 1_000).toFixed(0)} ms`,
    ),
    figure('pages a second, with everything on this machine', rate.toFixed(1)),
  ];
}

async function readBatch(
  { api, workerPids: [, browserPid = 0] }: WholeStack,
  address: string,
  pages: number,
): Promise<Reading> {
  const client = createBatchClient(api, benchKeys.secret);
  const memory = sampleMemory(browserPid);
  const seconds = await secondsOf(async () => {
    const id = await client.create(numberedUrls(address, pages), { engine: 'browser' });
    const { completed } = await client.waitForEnd(id, { pollIntervalMs: 200 });
    if (completed !== pages) throw new Error(`${completed} of ${pages} pages were read`);
  });
  return { rate: pages / seconds, memoryMb: memory.stop() };
}

async function readWithCrawlee(args: string[]): Promise<Reading> {
  const crawlee = await forkScript('crawleeBrowser', args);
  const memory = sampleMemory(crawlee.process.pid ?? 0);
  const [{ read, seconds }] = await once(crawlee.process, 'message');
  const memoryMb = memory.stop();
  await once(crawlee.process, 'exit');
  if (read !== pagesPerRound) throw new Error(`Crawlee has read ${read} of ${pagesPerRound} pages`);
  return { rate: pagesPerRound / seconds, memoryMb };
}

function sampleMemory(pid: number) {
  const samples: number[] = [];
  const timer = setInterval(async () => samples.push(await treeMemoryMb(pid)), 2_000);
  return {
    /** The median of what was seen. */
    stop(): number {
      clearInterval(timer);
      return median(samples);
    },
  };
}

/** The CPU time of all cores since the machine started. A browser's processes are too short-lived to be measured one by one. */
function busySeconds(): number {
  const [all = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const [user = 0, nice = 0, system = 0, , , ...interrupts] = all.split(/ +/).slice(1, 8).map(Number);
  return [user, nice, system, ...interrupts].reduce((sum, ticks) => sum + ticks, 0) / 100;
}
