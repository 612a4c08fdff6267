import { describe, expect, it } from 'vitest';
import type { BrowserMetrics } from '../../../runtime/metrics/work.ts';
import { browser, noChromium } from './browsers.ts';

const settings = { origin: 'http://site.test', headers: {}, mobile: false, withMedia: false, timeoutMs: 20_000 };

/** Keeps what the pool tells. */
function counting() {
  const told = { waiting: 0, open: 0, mostOpen: 0, launches: 0, ends: [] as string[] };
  const metrics: BrowserMetrics = {
    waiting: (change) => {
      told.waiting += change;
    },
    pageOpen: (change) => {
      told.open += change;
      told.mostOpen = Math.max(told.mostOpen, told.open);
    },
    launched: () => {
      told.launches += 1;
    },
    ended: (reason) => told.ends.push(reason),
  };
  return { told, metrics };
}

describe.skipIf(noChromium)('the browser pool tells', () => {
  it('of pages that are open and that wait, and of browsers that are used up', async () => {
    const { told, metrics } = counting();
    const { pool } = await browser({ pages: 1, maxPages: 1, metrics });
    const seen: number[] = [];
    const look = () => pool.withPage(settings, async () => void seen.push(told.waiting));
    await Promise.all([look(), look()]);
    expect(seen).toEqual([1, 0]);
    expect(told).toMatchObject({ waiting: 0, open: 0, mostOpen: 1, launches: 2, ends: ['recycled', 'recycled'] });
    expect(await pool.memory()).toBe(0);
  });

  it('once of a browser that died, and nothing of the one that ends with it', async () => {
    const { told, metrics } = counting();
    const { pool } = await browser({ metrics });
    let runs = 0;
    await pool.withPage(settings, async (page) => {
      runs += 1;
      if (runs === 1) page.browser().process()?.kill('SIGKILL');
      await page.evaluate('1');
    });
    expect(await pool.memory()).toBeGreaterThan(1e7);
    await pool.close();
    expect(told).toMatchObject({ launches: 2, open: 0, ends: ['died'] });
  });
});
