import { readFileSync } from 'node:fs';
import { createBatchClient, numberedUrls } from './batchClient.ts';
import { forkScript } from './childProcess.ts';
import { median } from './median.ts';
import { treeMemoryMb } from './memory.ts';
import { figure, type Row } from './row.ts';
import { benchKeys, withStack } from './stack.ts';
import { secondsOf } from './timing.ts';

const pages = 200;

/** The cost of a page in the browser. It feeds the sizing table, so there is no target. */
export async function browser(): Promise<Row[]> {
  const { message: site, stop } = await forkScript('articleSite');
  try {
    return await withStack(
      {},
      async ({ api, workerPids: [, browserPid = 0] }) => {
        const read = (name: string, count: number) =>
          readBatch(api, numberedUrls(`${site}/${name}`, count), () => treeMemoryMb(browserPid));
        await read('warm', 20);
        const before = busySeconds();
        const { seconds, memoryMb } = await read('measured', pages);
        const cpuSeconds = (busySeconds() - before) / pages;
        return [
          figure(
            'a page of 50 KB in the browser: CPU of everything on this machine',
            `${(cpuSeconds * 1_000).toFixed(0)} ms`,
          ),
          figure('pages a second, with everything on this machine', (pages / seconds).toFixed(1)),
          figure('worker and Chromium together, memory while reading', `${memoryMb.toFixed(0)} MB`),
        ];
      },
      { workers: [['flow'], ['browser']], chromium: true },
    );
  } finally {
    stop();
  }
}

async function readBatch(api: string, urls: readonly string[], memoryNow: () => Promise<number>) {
  const client = createBatchClient(api, benchKeys.secret);
  const memory: number[] = [];
  const seconds = await secondsOf(async () => {
    const id = await client.create(urls, { engine: 'browser' });
    const { completed } = await client.waitForEnd(id, {
      pollIntervalMs: 500,
      onPoll: async () => void memory.push(await memoryNow()),
    });
    if (completed !== urls.length) throw new Error(`${completed} of ${urls.length} pages were read`);
  });
  return { seconds, memoryMb: median(memory) };
}

/** The CPU time of all cores since the machine started. A browser's processes are too short-lived to be measured one by one. */
function busySeconds(): number {
  const [all = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const [user = 0, nice = 0, system = 0, , , ...interrupts] = all.split(/ +/).slice(1, 8).map(Number);
  return [user, nice, system, ...interrupts].reduce((sum, ticks) => sum + ticks, 0) / 100;
}
