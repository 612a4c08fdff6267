import type { Page } from 'puppeteer';

/** How long each kind of calm is waited for at most; a page that never calms down is read as it is then. */
const loadMs = 10_000;
const quietMs = 5_000;
const pollMs = 100;

/**
 * Waits until a page looks finished: loaded, its requests done, its text no longer changing. Never fails, and takes
 * no longer than `leftMs` where the page lets itself be asked: one that goes on loading advertisements is there all
 * the same.
 */
export async function settle(page: Page, leftMs: number): Promise<void> {
  const until = Date.now() + leftMs;
  const within = (ms: number): number => Math.max(1, Math.min(ms, until - Date.now()));
  await unchanged(page, Date.now() + within(loadMs), 'document.readyState', (state) => state === 'complete');
  const quiet = page.waitForNetworkIdle({ idleTime: 300, timeout: within(quietMs) }).catch(() => {});
  const text = 'document.documentElement.textContent.length';
  await Promise.all([
    quiet,
    unchanged(page, Date.now() + within(quietMs), text, (length, before) => length === before),
  ]);
}

/** Asks until an answer is as it should be twice in a row; a page on its way elsewhere gives none. */
async function unchanged(
  page: Page,
  until: number,
  expression: string,
  good: (answer: unknown, before: unknown) => boolean,
): Promise<void> {
  let before: unknown;
  for (let inRow = 0; Date.now() < until; ) {
    const answer = await page.evaluate(expression).catch(() => undefined);
    inRow = answer !== undefined && good(answer, before) ? inRow + 1 : 0;
    if (inRow === 2) return;
    before = answer;
    await pause(pollMs);
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
