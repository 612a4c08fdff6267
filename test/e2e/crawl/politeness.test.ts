import { createServer, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { waitForJob } from '../../support/batches.ts';
import { createCrawl } from '../../support/crawls.ts';
import { listenOnLoopback } from '../../support/loopback.ts';
import { type Process, startWorker } from '../../support/processes.ts';

interface Visit {
  at: number;
  /** The worker that has sent the request, by its name for sites. */
  agent: string;
  /** Requests that the site had not answered yet, this one included. */
  open: number;
}

interface SiteRules {
  pages: number;
  robots?: string;
  /** How long a page takes. */
  pageMs?: number;
  /** Answers the page at this position with this status once, and asks for no request within this time. */
  refusal?: { at: number; status: number; seconds: number };
}

/** A site that records who visits its pages, and when. */
async function startRecordingSite({ pages, robots, pageMs = 0, refusal }: SiteRules) {
  const visits: Visit[] = [];
  let open = 0;
  let refusedAt: number | undefined;
  async function answer({ url = '/', headers }: IncomingMessage): Promise<[status: number, body: string]> {
    if (url === '/robots.txt') return robots ? [200, robots] : [404, ''];
    visits.push({ at: Date.now(), agent: headers['user-agent'] ?? '', open: open + 1 });
    if (refusal && refusedAt === undefined && url === `/p/${refusal.at}`) {
      refusedAt = Date.now();
      return [refusal.status, ''];
    }
    open += 1;
    await wait(pageMs);
    open -= 1;
    const links = Array.from({ length: pages }, (_, at) => `<a href="/p/${at}">Page ${at}</a>`).join(' ');
    return [200, `<title>${url}</title><main><p>The page ${url} of a site that records.</p></main><nav>${links}</nav>`];
  }
  const server = createServer(async (request, response) => {
    const [status, body] = await answer(request);
    const headers = {
      'content-type': 'text/html',
      ...(status >= 400 && refusal && { 'retry-after': String(refusal.seconds) }),
    };
    response.writeHead(status, headers).end(body);
  });
  const listening = await listenOnLoopback(server);
  return { ...listening, visits, refusedAt: () => refusedAt };
}

/** Crawls a site several times at once, so that both workers have something to do, until all have ended. */
async function crawlTogether(address: string, crawls: number) {
  const body = { url: address, sitemap: 'skip', scrapeOptions: { formats: ['markdown'] } };
  const created = await Promise.all(Array.from({ length: crawls }, () => createCrawl(body)));
  return Promise.all(created.map(({ id }) => waitForJob(id)));
}

function agentsOf(visits: readonly Visit[]): Set<string> {
  return new Set(visits.map(({ agent }) => agent));
}

describe('crawls of one site by two fetch workers', () => {
  let second: Process;
  beforeAll(async () => {
    const USER_AGENT = 'Mozilla/5.0 (compatible; Sightread/1.0; second)';
    second = await startWorker(['fetch'], { ...process.env, ...inject('env'), USER_AGENT });
  });
  afterAll(() => second.stop());

  it('together keep the delay of its robots.txt between any two pages', async () => {
    const site = await startRecordingSite({ pages: 3, robots: 'User-agent: *\nCrawl-delay: 0.4\n' });
    try {
      for (const job of await crawlTogether(site.address, 4))
        expect(job).toMatchObject({ status: 'completed', completed: 4, failed: 0 });
      expect(site.visits).toHaveLength(16);
      expect(agentsOf(site.visits).size).toBe(2);
      const gaps = site.visits.slice(1).map(({ at }, index) => at - (site.visits[index]?.at ?? 0));
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(400);
    } finally {
      await site.close();
    }
  });

  it('together send no more requests at a time than one host should bear', async () => {
    const site = await startRecordingSite({ pages: 60, pageMs: 150 });
    try {
      for (const job of await crawlTogether(site.address, 4))
        expect(job).toMatchObject({ status: 'completed', completed: 61, failed: 0 });
      expect(agentsOf(site.visits).size).toBe(2);
      // HOST_CONCURRENCY
      expect(Math.max(...site.visits.map(({ open }) => open))).toBe(16);
    } finally {
      await site.close();
    }
  });

  it.each([429, 503])('both stay away as long as it asks for with a %i that one of them got', async (status) => {
    const seconds = 3;
    const site = await startRecordingSite({ pages: 60, pageMs: 100, refusal: { at: 20, status, seconds } });
    try {
      for (const job of await crawlTogether(site.address, 4))
        expect(job).toMatchObject({ status: 'completed', completed: 61, failed: 0 });
      expect(agentsOf(site.visits).size).toBe(2);
      const refusedAt = site.refusedAt() ?? 0;
      const after = site.visits.map(({ at }) => at - refusedAt);
      // What the other worker was about to send when the site refused may still arrive.
      expect(after.filter((ms) => ms > 1_000 && ms < seconds * 1_000)).toEqual([]);
      expect(after.filter((ms) => ms >= seconds * 1_000).length).toBeGreaterThan(100);
    } finally {
      await site.close();
    }
  });
});
