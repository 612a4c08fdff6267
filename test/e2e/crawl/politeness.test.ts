import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Job, waitForJob } from '../../support/batches.ts';
import { createCrawl } from '../../support/crawls.ts';
import { withDatabase } from '../../support/database.ts';
import { heldTimeoutMs } from '../../support/heldSite.ts';
import { type Process, startWorker } from '../../support/processes.ts';
import { mostOpen, type SiteRules, startRecordingSite, type Visit } from '../../support/recordingSite.ts';
import { undisturbed } from '../../support/undisturbed.ts';

/** HOST_CONCURRENCY */
const most = 16;

interface Crawled {
  jobs: readonly string[];
  ended: readonly Job[];
  visits: readonly Visit[];
  refusedAt: number | undefined;
  /** Until when the workers have told each other to stay away. */
  notBefore: number | undefined;
}

/** Crawls a site several times at once, so that both workers have something to do, until all have ended. */
async function crawlTogether(rules: SiteRules): Promise<Crawled> {
  const site = await startRecordingSite(rules);
  try {
    const scrapeOptions = { formats: ['markdown'], timeout: heldTimeoutMs };
    const body = { url: site.address, sitemap: 'skip', scrapeOptions };
    const created = await Promise.all(Array.from({ length: 4 }, () => createCrawl(body)));
    const jobs = created.map(({ id }) => id);
    const ended = await Promise.all(jobs.map((id) => waitForJob(id)));
    const notBefore = await pauseOf(new URL(site.address).host);
    return { jobs, ended, visits: site.visits, refusedAt: site.refusedAt(), notBefore };
  } finally {
    await site.close();
  }
}

function pauseOf(host: string): Promise<number | undefined> {
  return withDatabase(async (db) => {
    const record = await db.collection<{ _id: string; notBefore?: Date }>('hostLeases').findOne({ _id: host });
    return record?.notBefore?.getTime();
  });
}

function agentsOf({ visits }: Crawled): Set<string> {
  return new Set(visits.map(({ agent }) => agent));
}

/** A worker that stands still from the beginning to the end gets no page at all. */
function haveBothCrawled(crawled: Crawled): boolean {
  return agentsOf(crawled).size === 2;
}

/** Adds the longest time for which the database did not answer this process meanwhile: one of them stood still. */
async function withLongestSilence<T>(work: Promise<T>): Promise<T & { silenceMs: number }> {
  let isDone = false;
  let silenceMs = 0;
  const done = work.finally(() => {
    isDone = true;
  });
  const watched = withDatabase(async (db) => {
    await db.command({ ping: 1 });
    while (!isDone) {
      const askedAt = Date.now();
      await db.command({ ping: 1 });
      await wait(20);
      silenceMs = Math.max(silenceMs, Date.now() - askedAt);
    }
  });
  const [result] = await Promise.all([done, watched]);
  return { ...result, silenceMs };
}

describe('crawls of one site by two fetch workers', () => {
  let second: Process;
  beforeAll(async () => {
    const USER_AGENT = 'Mozilla/5.0 (compatible; Sightread/1.0; second)';
    second = await startWorker(['fetch'], { ...process.env, ...inject('env'), USER_AGENT });
  });
  afterAll(() => second.stop());

  it('together keep the delay of its robots.txt between any two pages', async () => {
    const rules = { links: 3, robots: 'User-agent: *\nCrawl-delay: 0.4\n' };
    const crawled = await undisturbed(() => crawlTogether(rules), haveBothCrawled);
    const { ended, visits } = crawled;
    for (const job of ended) expect(job).toMatchObject({ status: 'completed', completed: 4, failed: 0 });
    expect(visits).toHaveLength(16);
    expect(agentsOf(crawled).size).toBe(2);
    const gaps = visits.slice(1).map(({ at }, index) => at - (visits[index]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(400);
  });

  it('together send no more requests at a time than one host should bear', async () => {
    const rules = { links: 60, pageMs: 150, holdUntilOpen: most };
    const crawled = await undisturbed(() => crawlTogether(rules), haveBothCrawled);
    for (const job of crawled.ended) expect(job).toMatchObject({ status: 'completed', completed: 61, failed: 0 });
    expect(agentsOf(crawled).size).toBe(2);
    expect(mostOpen(crawled.visits)).toBe(most);
  });

  it.each([429, 503])('both stay away as long as it asks for with a %i that one of them got', async (status) => {
    const pauseMs = 4_000;
    // The worker that is refused needs no longer to write the pause, and then the other one no longer to read it.
    const promptMs = 1_000;
    const rules = { links: 80, pageMs: 200, refusal: { at: 20, status, seconds: pauseMs / 1_000 } };
    const crawled = await undisturbed(
      () => withLongestSilence(crawlTogether(rules)),
      ({ silenceMs, ...each }) => {
        const { notBefore = 0, refusedAt = 0 } = each;
        return haveBothCrawled(each) && silenceMs < promptMs && notBefore - pauseMs - refusedAt < promptMs;
      },
    );
    for (const job of crawled.ended) expect(job).toMatchObject({ status: 'completed', completed: 81, failed: 0 });
    expect(agentsOf(crawled).size).toBe(2);
    const { visits, notBefore = 0, refusedAt = 0 } = crawled;
    expect(refusedAt).toBeGreaterThan(0);
    expect(notBefore).toBeGreaterThanOrEqual(refusedAt + pauseMs);
    const during = visits.filter(({ at }) => at > notBefore - pauseMs + 2 * promptMs && at < notBefore);
    // What the other worker was about to send may still arrive, and late if it stood still just then.
    expect(during.length).toBeLessThanOrEqual(most);
    expect(visits.filter(({ at }) => at >= notBefore).length).toBeGreaterThan(100);
  });
});
