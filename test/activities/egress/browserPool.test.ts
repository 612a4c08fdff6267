import { describe, expect, it } from 'vitest';
import { pageOptions, siteWithPage } from './browserPages.ts';
import { failureOf, site } from './sites.ts';
import { browser, noChromium } from './testBrowser.ts';

describe.skipIf(noChromium)('browser pool', () => {
  it('opens at most as many pages at once as its concurrency', async () => {
    const { pool } = await browser({ concurrency: 2 });
    const finishPage: (() => void)[] = [];
    let done = 0;
    const all = Array.from({ length: 5 }, () =>
      pool.withPage(pageOptions, async () => {
        await new Promise<void>((resolve) => finishPage.push(resolve));
        done += 1;
      }),
    );
    for (const inFlight of [2, 2, 2, 2, 1]) {
      await expect.poll(() => finishPage.length).toBe(inFlight);
      finishPage.shift()?.();
    }
    await Promise.all(all);
    expect(done).toBe(5);
  });

  it('counts opening the page against its time', async () => {
    const { pool } = await browser({ concurrency: 1 });
    const { deadline, openedAt } = await pool.withPage(pageOptions, async (_, { deadline }) => {
      return { deadline, openedAt: Date.now() };
    });
    expect(deadline).toBeLessThan(openedAt + pageOptions.timeoutMs);
  });

  it('closes the page of a caller that aborts, and stops waiting for a slot', async () => {
    const controller = new AbortController();
    const reason = new Error('the caller went away');
    const { url, connections } = await site(() => controller.abort(reason));
    const { render } = await browser({ concurrency: 1 });
    const first = render({ url, signal: controller.signal });
    const waiting = render({ url, signal: controller.signal });
    await Promise.all([expect(first).rejects.toBe(reason), expect(waiting).rejects.toBe(reason)]);
    await expect.poll(() => connections.every((socket) => socket.destroyed)).toBe(true);
  });

  it('restarts a killed browser and runs the callback again', async () => {
    const { url } = await siteWithPage('');
    const { render, pool } = await browser();
    let runs = 0;
    const result = await pool.withPage(pageOptions, async (own) => {
      runs += 1;
      if (runs === 1) own.browser().process()?.kill('SIGKILL');
      await own.goto(`${url}/good`);
      return own.content();
    });
    expect([runs, result]).toEqual([2, expect.stringContaining('good')]);
    expect((await render({ url: `${url}/good` })).html).toContain('good');
  });

  it('fails if the browser dies a second time, and serves the next page', async () => {
    const { url } = await siteWithPage('');
    const { render, pool } = await browser();
    const deadly = pool.withPage(pageOptions, async (own) => {
      own.browser().process()?.kill('SIGKILL');
      await new Promise(() => {});
    });
    expect(await failureOf(deadly)).toBe('DependencyDown: The browser ended while the page was open.');
    expect((await render({ url: `${url}/good` })).html).toContain('good');
  });

  it.each([{ maxPagesPerBrowser: 2 }, { maxMemoryBytes: 1, memoryCheckIntervalMs: 0 }])(
    'replaces a browser that reaches a limit (%o)',
    async (limit) => {
      const { pool } = await browser(limit);
      const pids = new Set<number | undefined>();
      for (let n = 0; n < 3; n += 1) {
        await pool.withPage(pageOptions, async (own) => {
          pids.add(own.browser().process()?.pid);
        });
      }
      expect(pids.size).toBe(limit.maxPagesPerBrowser === 2 ? 2 : 3);
    },
  );
});
