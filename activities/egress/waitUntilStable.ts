import { setTimeout as sleep } from 'node:timers/promises';
import type { HTTPRequest, Page } from 'puppeteer';
import type { Scroller } from './rendering/scrollThrough.ts';

const loadTimeoutMs = 10_000;
/** For the network to become idle and the text to stop changing. */
const idleTimeoutMs = 5_000;
const networkIdleMs = 300;
const pollIntervalMs = 100;
/** They bring no text. */
const pictureTypes = new Set(['image', 'font', 'media']);

/**
 * Waits until a page looks finished: loaded, network idle, text no longer changing. Returns without an error when a
 * timeout passes, because a page that never becomes idle is readable all the same. May take longer than `timeoutMs` if
 * a script blocks the page. Meanwhile the scroller brings what the page only loads when it comes into view.
 */
export async function waitUntilStable(page: Page, timeoutMs: number, scroller?: Scroller): Promise<void> {
  const until = Date.now() + timeoutMs;
  const cappedMs = (ms: number): number => Math.max(1, Math.min(ms, until - Date.now()));
  await pollTwice(page, Date.now() + cappedMs(loadTimeoutMs), 'document.readyState', (state) => state === 'complete');
  if (!scroller) return waitUntilIdle(page, cappedMs(idleTimeoutMs));
  let requests = 0;
  const onRequest = (request: HTTPRequest): void => {
    if (!pictureTypes.has(request.resourceType())) requests += 1;
  };
  page.on('request', onRequest);
  const idle = waitUntilIdle(page, cappedMs(idleTimeoutMs)).then(() => {
    requests = 0;
  });
  await Promise.all([scroller.pass(), idle]);
  for (;;) {
    // What the last steps have requested.
    if (requests > 0) await waitUntilIdle(page, cappedMs(idleTimeoutMs));
    requests = 0;
    if (Date.now() >= until || !(await scroller.hasMore())) break;
    await scroller.pass();
  }
  page.off('request', onRequest);
  await scroller.toTop();
}

async function waitUntilIdle(page: Page, timeoutMs: number): Promise<void> {
  const networkIdle = page.waitForNetworkIdle({ idleTime: networkIdleMs, timeout: timeoutMs }).catch(() => {});
  const textLength = 'document.documentElement.textContent.length';
  await Promise.all([
    networkIdle,
    pollTwice(page, Date.now() + timeoutMs, textLength, (length, previous) => length === previous),
  ]);
}

/** Evaluates an expression until its value is accepted twice in a row. It has no value while the page navigates. */
async function pollTwice(
  page: Page,
  until: number,
  expression: string,
  isAccepted: (value: unknown, previous: unknown) => boolean,
): Promise<void> {
  let previous: unknown;
  for (let acceptedInRow = 0; Date.now() < until; ) {
    const value = await page.evaluate(expression).catch(() => undefined);
    acceptedInRow = value !== undefined && isAccepted(value, previous) ? acceptedInRow + 1 : 0;
    if (acceptedInRow === 2) return;
    previous = value;
    await sleep(pollIntervalMs);
  }
}
