import type { WholeStack } from '../support/wholeStack.ts';
import { forkScript } from './childProcess.ts';
import { cpuSecondsOfChildren } from './cpu.ts';
import { median } from './median.ts';
import { atLeast, atMost, type Row } from './row.ts';
import { benchKeys, withStack } from './stack.ts';
import { msOf, secondsOf } from './timing.ts';

const single = 60;
const callers = 16;
const perCaller = 20;
const inMs = { digits: 0, unit: ' ms' };

/** `POST /v1/scrape` of a page of 34 KB: one caller after the other, and several at once. */
export async function scrape(): Promise<Row[]> {
  const site = await forkScript('articleSite');
  const siteProcess = site.process.pid ?? 0;
  try {
    // As `npm start` runs the workers.
    return await withStack({}, (stack) => measure(stack, site.message, siteProcess), {
      workers: [['flow', 'fetch', 'image', 'model']],
    });
  } finally {
    site.stop();
  }
}

async function measure({ api }: WholeStack, site: string, siteProcess: number): Promise<Row[]> {
  let page = 0;
  async function scrapeNext() {
    page += 1;
    const response = await fetch(`${api}/v1/scrape`, {
      method: 'POST',
      headers: { authorization: `Bearer ${benchKeys.secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `${site}/scrape/${page}` }),
    });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`a scrape was answered ${response.status}`);
  }
  async function inTurn(times: number) {
    const taken: number[] = [];
    for (let time = 0; time < times; time += 1) taken.push(await msOf(scrapeNext));
    return taken;
  }

  await Promise.all(Array.from({ length: callers }, () => inTurn(4)));
  await inTurn(20);
  const cpuBefore = await cpuSecondsOfChildren([siteProcess]);
  const alone = await inTurn(single);
  const cpuMs = ((await cpuSecondsOfChildren([siteProcess])) - cpuBefore) * 1_000;
  const together: number[] = [];
  const seconds = await secondsOf(async () => {
    const all = await Promise.all(Array.from({ length: callers }, () => inTurn(perCaller)));
    together.push(...all.flat());
  });
  return [
    atMost('one scrape of 34 KB, median', median(alone), 80, inMs),
    atMost('the same: CPU of all processes, servers too', cpuMs / single, 45, inMs),
    atLeast(`${callers} callers at once: scrapes/s`, together.length / seconds, 35, { digits: 1 }),
    atMost(`${callers} callers at once: median`, median(together), 450, inMs),
  ];
}
