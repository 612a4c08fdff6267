import { setTimeout as sleep } from 'node:timers/promises';
import { egressMap } from '../support/egressMap.ts';
import type { WholeStack } from '../support/wholeStack.ts';
import { forkScript } from './childProcess.ts';
import { hostileBodies, loggedBody } from './hostileBodies.ts';
import { atMost, figure, type Row } from './row.ts';
import { signInToDashboard } from './signIn.ts';
import { benchKeys, withStack } from './stack.ts';

const maxDelayMs = 100;
/** By then answered calls are in the log of requests. */
const untilLoggedMs = 1_000;
const inMs = { digits: 0, unit: ' ms' };
const password = 'a password for benches';

/** How long `/healthz` waits while the gateway is given what is slow to check or to show. */
export async function hostile(): Promise<Row[]> {
  const site = await forkScript('fixtureSite');
  const settings = { BOOTSTRAP_OWNER_PASSWORD: password, EGRESS_MAP: egressMap(['site.example'], site.message) };
  try {
    return await withStack(settings, measure);
  } finally {
    site.stop();
  }
}

async function measure({ api }: WholeStack): Promise<Row[]> {
  const poller = await forkScript('healthPoller', [api]);
  /** The longest wait for `/healthz` during a step. */
  async function longestWaitMs(step: () => Promise<unknown>): Promise<number> {
    const report = () =>
      new Promise<number>((resolve) => {
        poller.process.once('message', (ms) => resolve(Number(ms)));
        poller.process.send('report');
      });
    await report();
    await step();
    return report();
  }

  try {
    const rows = [figure('nothing', `${(await longestWaitMs(() => sleep(3_000))).toFixed(0)} ms`)];
    for (const [name, [path, body]] of Object.entries(hostileBodies)) {
      let status = 0;
      const ms = await longestWaitMs(async () => {
        const { id, ...answer } = await post(api + path, body);
        if (id) await fetch(`${api}${path}/${id}`, { method: 'DELETE', headers });
        status = answer.status;
      });
      rows.push(atMost(`${name} (${status})`, ms, maxDelayMs, inMs));
    }
    const logMs = await longestWaitMs(async () => {
      await Promise.all(Array.from({ length: 100 }, () => post(`${api}/v1/scrape`, loggedBody)));
      await sleep(untilLoggedMs);
    });
    rows.push(atMost('100 calls at once, whose bodies of 63 KB are logged', logMs, maxDelayMs, inMs));
    const show = await signInToDashboard(api, password);
    for (const text of ['a.a.a.@', '[a](', '*a **b ', '> ']) {
      const item = await scrape(api, `http://site.example/repeated?text=${encodeURIComponent(text)}&kb=200`);
      const ms = await longestWaitMs(() => show(item));
      rows.push(atMost(`a page of 200 KB of ${JSON.stringify(text)} in the dashboard`, ms, maxDelayMs, inMs));
    }
    rows.push(
      atMost('a page of 9 MB', await longestWaitMs(() => scrape(api, 'http://site.example/large?kb=9000')), 100, inMs),
    );
    return rows;
  } finally {
    poller.stop();
  }
}

const headers = { authorization: `Bearer ${benchKeys.secret}`, 'content-type': 'application/json' };

async function post(url: string, body: string): Promise<{ status: number; id?: string }> {
  const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(60_000) });
  return { ...JSON.parse(await response.text()), status: response.status };
}

/** Has a page read by a batch, and returns the path of its item in the dashboard. */
async function scrape(api: string, url: string): Promise<string> {
  const body = JSON.stringify({ urls: [url], formats: ['markdown', 'html', 'rawHtml', 'links'] });
  const { id } = await post(`${api}/v1/batch/scrape`, body);
  for (;;) {
    const job = await fetch(`${api}/v1/batch/scrape/${id}`, { headers });
    if (!(await job.text()).includes('"status":"scraping"')) return `/jobs/${id}/items/0`;
    await sleep(100);
  }
}
