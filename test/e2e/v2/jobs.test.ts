import { describe, expect, it } from 'vitest';
import { newAccount } from '../../support/accounts.ts';
import { call, creditsUsed } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { site } from '../../support/fixtureSite.ts';
import { crawled } from '../../support/site/crawled.ts';

interface Job {
  status: string;
  total: number;
  completed: number;
  next?: string;
  data: { url: string; metadata: { statusCode?: number } }[];
}

async function start(path: string, body: object) {
  const { status, body: started } = await call<{ id: string; url: string; warning?: string }>(path, { body });
  expect(status).toBe(200);
  return started;
}

function ended(url: string, options: { key?: string } = {}): Promise<Job> {
  return endedAt(new URL(url).pathname, options);
}

async function endedAt(path: string, options: { key?: string } = {}): Promise<Job> {
  let job: Job | undefined;
  await eventually(`${path} has ended`, async () => {
    job = (await call<Job>(path, options)).body;
    // An error answer has no status.
    return job.status !== undefined && !['scraping', 'processing'].includes(job.status);
  });
  return job ?? expect.fail();
}

async function activeCrawls(): Promise<{ id: string; url: string }[]> {
  const answer = await call<{ crawls: { id: string; url: string }[] }>('/v2/crawl/active');
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  return answer.body.crawls;
}

describe('a batch on /v2', () => {
  it('leaves out what is no URL, counts pages that failed, and has them under /errors', async () => {
    const { id, url } = await start('/v2/batch/scrape', {
      urls: ['nonsense', site('/one'), site('/status?code=404'), site('/resets')],
    });
    expect(url).toContain(`/v2/batch/scrape/${id}`);
    const job = await ended(url);
    expect(job).toMatchObject({ success: true, status: 'completed', total: 3, completed: 3, creditsUsed: 2 });
    expect(job.data.map(({ metadata }) => metadata.statusCode)).toEqual([200, 404]);
    expect(job.next).toBeUndefined();
    expect((await call(`/v2/batch/scrape/${id}/errors`)).body).toMatchObject({
      errors: [{ url: site('/resets'), error: expect.any(String), timestamp: expect.any(String) }],
      robotsBlocked: [],
    });
  });

  it('is read to its end by following `next`, which is never refused by the rate limit', async () => {
    const { key } = await newAccount('free');
    const urls = Array.from({ length: 3 }, (_, at) => site(`/large?kb=6000&at=${at}`));
    const started = await call<{ url: string }>('/v2/batch/scrape', { key, body: { urls, formats: ['rawHtml'] } });
    const { pathname } = new URL(started.body.url);
    expect(await ended(started.body.url, { key })).toMatchObject({
      status: 'completed',
      next: expect.stringMatching(/\?skip=1$/),
    });
    // The minute that the limit is for may end among the requests.
    await eventually('the rate limit is reached', async () => {
      await Promise.all(Array.from({ length: 600 }, () => call('/v1/credits', { key })));
      return (await call(pathname, { key })).status === 429;
    });
    const last = await call<Job>(`${pathname}?skip=2`, { key });
    expect(last.status).toBe(200);
    expect(last.body.data).toHaveLength(1);
    expect(last.body).not.toHaveProperty('next');
  });

  it('is cancelled once', async () => {
    const { id } = await start('/v2/batch/scrape', { urls: [site('/hangs'), site('/hangs?2')] });
    const cancel = () => call(`/v2/batch/scrape/${id}`, { method: 'DELETE' });
    expect(await cancel()).toMatchObject({ status: 200, body: { status: 'cancelled' } });
    const { url } = await start('/v2/batch/scrape', { urls: [site('/one')] });
    await ended(url);
    expect(await call(new URL(url).pathname, { method: 'DELETE' })).toMatchObject({
      status: 409,
      body: { success: false },
    });
  });
});

describe('a crawl on /v2', () => {
  it('is listed while it runs', async () => {
    const url = site('/hangs');
    const { id } = await start('/v2/crawl', { url, sitemap: 'skip', limit: 1 });
    expect(await activeCrawls()).toContainEqual(expect.objectContaining({ id, url }));
    expect(await call(`/v2/crawl/${id}`, { method: 'DELETE' })).toMatchObject({
      status: 200,
      body: { status: 'cancelled' },
    });
    expect((await activeCrawls()).map((each) => each.id)).not.toContain(id);
  });

  it('has the pages that do not exist, and is not listed when it has ended', async () => {
    const { id, url, warning } = await start('/v2/crawl', {
      url: crawled('tree'),
      prompt: 'only the blog',
      includePaths: ['^/(about|missing)'],
      delay: 1,
      limit: 20,
    });
    expect(warning).toContain('`prompt` is ignored');
    const job = await ended(url);
    expect(job.status).toBe('completed');
    expect(job.data.map(({ metadata }) => metadata.statusCode)).toContain(404);
    expect((await activeCrawls()).map((each) => each.id)).not.toContain(id);
  });
});

describe('an extraction on /v2', () => {
  const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };

  it('joins the data of several pages, at the price of each', async () => {
    const before = await creditsUsed();
    const { id } = await start('/v2/extract', { urls: [site('/product?x'), site('/product?y')], schema });
    expect(await endedAt(`/v2/extract/${id}`)).toMatchObject({
      success: true,
      status: 'completed',
      data: { name: 'Brass lantern' },
      expiresAt: expect.any(String),
    });
    expect(await creditsUsed()).toBe(before + 10);
  });

  it('fails where no page has the data, and says why', async () => {
    const { id } = await start('/v2/extract', { urls: [site('/status?code=404')], schema });
    expect(await endedAt(`/v2/extract/${id}`)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('404'),
    });
  });

  it('is refused without a question, for a whole site, and with a web search', async () => {
    for (const body of [{}, { schema, urls: ['https://e.example/*'] }, { schema, enableWebSearch: true }])
      expect(await call('/v2/extract', { body: { urls: [site('/page')], ...body } })).toMatchObject({
        status: 400,
        body: { success: false },
      });
  });
});

describe('the usage of an account on /v2', () => {
  it('is numbers, also on a plan without limits', async () => {
    expect((await call('/v2/team/credit-usage')).body).toMatchObject({
      success: true,
      data: {
        remainingCredits: expect.any(Number),
        planCredits: expect.any(Number),
        billingPeriodStart: expect.stringMatching(/-01T00:00:00/),
        billingPeriodEnd: expect.any(String),
      },
    });
    expect((await call('/v2/team/token-usage')).body).toMatchObject({ data: { remainingTokens: expect.any(Number) } });
    expect((await call<{ periods: object[] }>('/v2/team/credit-usage/historical')).body.periods).toHaveLength(12);
    expect((await call('/v2/concurrency-check')).body).toMatchObject({
      concurrency: expect.any(Number),
      maxConcurrency: expect.any(Number),
    });
    expect((await call('/v2/team/queue-status')).body).toMatchObject({
      jobsInQueue: expect.any(Number),
      activeJobsInQueue: expect.any(Number),
      waitingJobsInQueue: expect.any(Number),
      maxConcurrency: expect.any(Number),
    });
  });
});
