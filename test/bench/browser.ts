import { readFileSync } from 'node:fs';
import { processTree } from '../../activities/egress/processTree.ts';
import type { Row } from './row.ts';
import { benchKeys, beside, median, withStack } from './stack.ts';

const pages = 200;

/** What a page costs in the browser: for the sizing table, so there is no line to reach. */
export async function browser(): Promise<Row[]> {
  const { said: site, stop } = await beside('./processes/articleSite.ts');
  try {
    return await withStack(
      {},
      async ({ api, workers: [, pid = 0] }) => {
        const read = (name: string, count: number) => readBatch(api, `${site}/${name}`, count, () => memoryMb(pid));
        await read('warm', 20);
        const before = busySeconds();
        const { seconds, memory } = await read('measured', pages);
        const cpu = (busySeconds() - before) / pages;
        return [
          figure('a page of 50 KB in the browser: CPU of everything on this machine', `${(cpu * 1_000).toFixed(0)} ms`),
          figure('pages a second, with everything on this machine', (pages / seconds).toFixed(1)),
          figure('worker and Chromium together, memory while reading', `${memory.toFixed(0)} MB`),
        ];
      },
      { workers: [['flow'], ['browser']], chromium: true },
    );
  } finally {
    stop();
  }
}

async function readBatch(api: string, address: string, count: number, memoryNow: () => Promise<number>) {
  const headers = { authorization: `Bearer ${benchKeys.secret}`, 'content-type': 'application/json' };
  const urls = Array.from({ length: count }, (_, at) => `${address}/${at}`);
  const body = JSON.stringify({ urls, engine: 'browser' });
  const started = performance.now();
  const created = await fetch(`${api}/v1/batch/scrape`, { method: 'POST', headers, body });
  const { id } = (await created.json()) as { id: string };
  const memory: number[] = [];
  for (;;) {
    const answer = await fetch(`${api}/v1/batch/scrape/${id}?limit=1`, { headers });
    const { status, completed } = (await answer.json()) as { status: string; completed: number };
    if (status !== 'scraping') {
      if (completed !== count) throw new Error(`${completed} of ${count} pages were read`);
      return { seconds: (performance.now() - started) / 1_000, memory: median(memory) };
    }
    memory.push(await memoryNow());
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** What a process and its children take, with what they share counted once. */
async function memoryMb(root: number): Promise<number> {
  const sizes = (await processTree(root)).map((pid) => {
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      // It ended while it was being looked at.
      return 0;
    }
  });
  return sizes.reduce((sum, kilobytes) => sum + kilobytes, 0) / 1_024;
}

/** Of all cores since the machine's start: a browser's processes come and go too fast to be asked one by one. */
function busySeconds(): number {
  const [all = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const [user = 0, nice = 0, system = 0, , , ...interrupts] = all.split(/ +/).slice(1, 8).map(Number);
  return [user, nice, system, ...interrupts].reduce((sum, ticks) => sum + ticks, 0) / 100;
}

function figure(what: string, measured: string): Row {
  return { what, measured, target: '–', reached: true };
}
