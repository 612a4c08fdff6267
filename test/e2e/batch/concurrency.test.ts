import { describe, expect, it } from 'vitest';
import { newAccount } from '../../support/accounts.ts';
import { createBatch, getJob, type Job, waitForJob } from '../../support/batches.ts';
import { call } from '../../support/client.ts';
import { site } from '../../support/fixtureSite.ts';
import { heldTimeoutMs } from '../../support/heldSite.ts';
import { mostOpen, type RecordingSite, type SiteRules, startRecordingSite } from '../../support/recordingSite.ts';
import { undisturbed } from '../../support/undisturbed.ts';

/** Takes a step with a site of its own, whose slow pages count how many of them are read at the same time. */
async function withSlowSite<T>(rules: SiteRules, step: (site: RecordingSite) => Promise<T>): Promise<T> {
  const slowSite = await startRecordingSite({ pageMs: 200, ...rules });
  try {
    return await step(slowSite);
  } finally {
    await slowSite.close();
  }
}

function pagesOf({ address }: RecordingSite, count: number, name = 'p'): string[] {
  return Array.from({ length: count }, (_, at) => `${address}/${name}/${at}`);
}

async function readPages(urls: readonly string[], maxConcurrency: number): Promise<Job> {
  return waitForJob((await createBatch({ urls, maxConcurrency, timeout: heldTimeoutMs })).id);
}

describe('a batch with a maxConcurrency', () => {
  it('reads exactly maxConcurrency pages at a time', async () => {
    const { job, peak } = await undisturbed(() =>
      withSlowSite({ holdUntilOpen: 3 }, async (slowSite) => {
        const job = await readPages(pagesOf(slowSite, 40), 3);
        return { job, jobs: [job.id], peak: mostOpen(slowSite.visits) };
      }),
    );
    expect(job).toMatchObject({ status: 'completed', completed: 40 });
    expect(peak).toBe(3);
  });

  it('keeps to maxConcurrency when the failed pages are retried', async () => {
    const { first, second, peaks } = await undisturbed(() =>
      withSlowSite({ status: 500, holdUntilOpen: 2 }, async (slowSite) => {
        const { visits } = slowSite;
        const first = await readPages(pagesOf(slowSite, 20), 2);
        const before = visits.length;
        await call(`/v1/batch/scrape/${first.id}/retry`, { method: 'POST' });
        const second = await waitForJob(first.id);
        const peaks = [visits.slice(0, before), visits.slice(before)].map(mostOpen);
        return { first, second, peaks, jobs: [first.id], retries: 1 };
      }),
    );
    for (const job of [first, second]) expect(job).toMatchObject({ total: 20, failed: 20 });
    expect(peaks).toEqual([2, 2]);
  });
});

describe('several batches of one account', () => {
  it('together read as many pages at a time as the plan allows', async () => {
    const { key } = await newAccount('three-pages');
    await withSlowSite({ holdUntilOpen: 3 }, async (slowSite) => {
      const created = await Promise.all(
        ['one', 'two', 'three'].map((name) =>
          createBatch({ urls: pagesOf(slowSite, 20, name), timeout: heldTimeoutMs }, { key }),
        ),
      );
      const jobs = await Promise.all(created.map(({ id }) => waitForJob(id, undefined, key)));
      for (const job of jobs) expect(job).toMatchObject({ status: 'completed', failed: 0 });
      expect(mostOpen(slowSite.visits)).toBe(3);
    });
  });

  it('share the plan’s pages, so that a short batch ends before a long one', async () => {
    const { key } = await newAccount('three-pages');
    const slow = (name: string, count: number) =>
      Array.from({ length: count }, (_, at) => site(`/slow?ms=200&of=${key}-${name}&at=${at}`));
    // It would take minutes, and is cancelled.
    const long = await createBatch({ urls: slow('long', 1_000) }, { key });
    const short = await createBatch({ urls: slow('short', 6) }, { key });
    await waitForJob(short.id, 60_000, key);
    expect(await getJob(long.id, '?limit=1', key)).toMatchObject({ status: 'scraping' });
    await call(`/v1/batch/scrape/${long.id}`, { method: 'DELETE', key });
  });
});
