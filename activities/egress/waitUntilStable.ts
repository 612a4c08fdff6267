import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'puppeteer';
import type { Scroller } from './rendering/scrollThrough.ts';
import type { Traffic } from './traffic.ts';

const loadTimeoutMs = 10_000;
/** For the network to become idle and the text to stop changing. */
const idleTimeoutMs = 5_000;
const networkIdleMs = 300;
/** After an answer, until its script has put it into the page. */
const answerIdleMs = 50;
/** For what a page fetches at once, such as its article, so that there is something to scroll through. */
const firstAnswersMs = 1_000;
const pollIntervalMs = 100;
/** A page that navigates while it loads may be loaded without the event. */
const maxLoadEventMs = 1_000;

/**
 * Waits until a page looks finished: loaded, network idle, text no longer changing. Returns without an error when a
 * timeout passes, because a page that never becomes idle is readable all the same. May take longer than `timeoutMs` if
 * a script blocks the page. Meanwhile the scroller brings what the page only loads when it comes into view.
 */
export async function waitUntilStable(
  page: Page,
  traffic: Traffic,
  timeoutMs: number,
  scroller?: Scroller,
): Promise<void> {
  const until = Date.now() + timeoutMs;
  const deadline = (ms: number): number => Math.min(until, Date.now() + ms);
  await waitUntilLoaded(page, deadline(loadTimeoutMs));
  const idleUntil = deadline(idleTimeoutMs);
  await traffic.idle(answerIdleMs, deadline(firstAnswersMs));
  const idle = waitUntilIdle(page, traffic, idleUntil).then(() => traffic.takeCount());
  await Promise.all([scroller?.pass(), idle]);
  if (!scroller) return;
  for (;;) {
    // What the last steps have requested.
    if (traffic.takeCount() > 0) await waitUntilIdle(page, traffic, deadline(idleTimeoutMs));
    traffic.takeCount();
    if (Date.now() >= until || !(await scroller.hasMore())) break;
    await scroller.pass();
  }
  await scroller.toTop();
}

/** The event says when to look, and the document itself whether it is loaded: a script may have navigated meanwhile. */
export async function waitUntilLoaded(page: Page, until: number): Promise<void> {
  while (Date.now() < until) {
    const loaded = nextLoad(page, Math.min(maxLoadEventMs, until - Date.now()));
    const state = await page.evaluate('document.readyState').catch(() => undefined);
    if (state === 'complete') return;
    await loaded;
  }
}

function nextLoad(page: Page, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    function done(): void {
      clearTimeout(timer);
      page.off('load', done);
      resolve();
    }
    const timer = setTimeout(done, Math.max(1, timeoutMs));
    page.once('load', done);
  });
}

async function waitUntilIdle(page: Page, traffic: Traffic, until: number): Promise<void> {
  await traffic.idle(answerIdleMs, until);
  for (let before = await textLength(page); Date.now() < until; ) {
    await traffic.idle(networkIdleMs, until);
    const now = await textLength(page);
    if (now !== undefined && now === before) return;
    before = now;
    await sleep(pollIntervalMs);
  }
}

/** Undefined while the page loads or navigates. */
async function textLength(page: Page): Promise<number | undefined> {
  const expression = 'document.readyState === "complete" ? document.documentElement.textContent.length : undefined';
  const length = await page.evaluate(expression).catch(() => undefined);
  return typeof length === 'number' ? length : undefined;
}
