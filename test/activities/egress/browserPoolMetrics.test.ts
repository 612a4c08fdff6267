import { describe, expect, it } from 'vitest';
import type { BrowserMetrics } from '../../../runtime/metrics/work.ts';
import { pageOptions } from './browserPages.ts';
import { browser, noChromium } from './testBrowser.ts';

function recordMetrics() {
  const recorded = { waiting: 0, open: 0, maxOpen: 0, launches: 0, ends: [] as string[] };
  const metrics: BrowserMetrics = {
    waiting: (change) => {
      recorded.waiting += change;
    },
    pageOpen: (change) => {
      recorded.open += change;
      recorded.maxOpen = Math.max(recorded.maxOpen, recorded.open);
    },
    launched: () => {
      recorded.launches += 1;
    },
    ended: (reason) => recorded.ends.push(reason),
  };
  return { recorded, metrics };
}

describe.skipIf(noChromium)('metrics of the browser pool', () => {
  it('count open pages, waiting callers and recycled browsers', async () => {
    const { recorded, metrics } = recordMetrics();
    const { pool } = await browser({ concurrency: 1, maxPagesPerBrowser: 1, metrics });
    const seen: number[] = [];
    const usePage = () => pool.withPage(pageOptions, async () => void seen.push(recorded.waiting));
    await Promise.all([usePage(), usePage()]);
    expect(seen).toEqual([1, 0]);
    expect(recorded).toMatchObject({ waiting: 0, open: 0, maxOpen: 1, launches: 2, ends: ['recycled', 'recycled'] });
    expect(await pool.memoryBytes()).toBe(0);
  });

  it('count a browser that died once, and not one that ends with the pool', async () => {
    const { recorded, metrics } = recordMetrics();
    const { pool } = await browser({ metrics });
    let runs = 0;
    await pool.withPage(pageOptions, async (page) => {
      runs += 1;
      if (runs === 1) page.browser().process()?.kill('SIGKILL');
      await page.evaluate('1');
    });
    expect(await pool.memoryBytes()).toBeGreaterThan(1e7);
    await pool.close();
    expect(recorded).toMatchObject({ launches: 2, open: 0, ends: ['died'] });
  });
});
