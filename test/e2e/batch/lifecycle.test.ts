import { describe, expect, it } from 'vitest';
import { allItems, createBatch, getJob, waitForJob } from '../../support/batches.ts';
import { call } from '../../support/client.ts';
import { hits, site } from '../../support/fixtureSite.ts';
import { inOneVisit } from '../../support/visits.ts';

describe('a batch', () => {
  it('reads every URL and returns the pages in the order of the request', async () => {
    const urls = Array.from({ length: 130 }, (_, at) => site(`/order/${at}`));
    const { id, url } = await createBatch({ urls });
    expect(url).toMatch(new RegExp(`/v1/batch/scrape/${id}$`));
    const job = await waitForJob(id);
    expect(job).toMatchObject({
      success: true,
      id,
      status: 'completed',
      total: 130,
      completed: 130,
      failed: 0,
      creditsUsed: 130,
    });
    expect(job.data).toHaveLength(100);
    expect((await allItems(id)).map((item) => item.url)).toEqual(urls);
    const hours = (Date.parse(job.expiresAt) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
  });

  it('names the reason for each failed page and charges only for the pages that were read', async () => {
    // Nobody listens on the last one, nor is given such a port by chance.
    const urls = [site('/ok'), site('/status?code=404'), site('/picture'), 'http://127.0.0.1:4/'];
    const job = await waitForJob((await createBatch({ urls })).id);
    expect(job).toMatchObject({ status: 'completed', total: 4, completed: 1, failed: 3, creditsUsed: 1 });
    const [ok, missing, picture, closed] = job.data;
    expect(ok).not.toHaveProperty('error');
    expect(missing).toMatchObject({ url: urls[1], error: 'The site answered 404.', metadata: { statusCode: 404 } });
    expect(picture?.error).toMatch(/PNG image/);
    expect(closed?.error).toBeTruthy();
    const { body } = await call<{ errors: { url: string; error: string }[] }>(`/v1/batch/scrape/${job.id}/errors`);
    expect(body.errors.map((error) => error.url)).toEqual(urls.slice(1));
  });

  it('has the status failed when no page could be read', async () => {
    const job = await waitForJob((await createBatch({ urls: [site('/status?code=500')] })).id);
    expect(job).toMatchObject({ status: 'failed', total: 1, completed: 0, failed: 1, creditsUsed: 0 });
  });

  it('fetches a repeated URL once and returns the page at each of its positions', async () => {
    await inOneVisit('/twice', async (path) => {
      const twice = site(path);
      const urls = [twice, site('/once'), twice, twice];
      const job = await waitForJob((await createBatch({ urls })).id);
      expect(job).toMatchObject({ total: 4, completed: 4 });
      expect(job.data.map((item) => item.url)).toEqual(urls);
      expect(job.data[3]?.markdown).toBe(job.data[0]?.markdown);
    });
  });

  it('returns the requested range of results, with `next` only while more follow', async () => {
    const urls = Array.from({ length: 12 }, (_, at) => site(`/part/${at}`));
    const { id } = await waitForJob((await createBatch({ urls, formats: ['links'] })).id);
    const part = await getJob(id, '?offset=5&limit=4');
    expect(part.data.map((item) => item.url)).toEqual(urls.slice(5, 9));
    expect(part.next).toMatch(/\?offset=9&limit=4$/);
    expect(await getJob(id, '?offset=8&limit=4')).not.toHaveProperty('next');
    expect(await getJob(id, '?offset=1000000000')).toMatchObject({ data: [], total: 12 });
  });

  it('leaves out and lists invalid URLs when ignoreInvalidURLs is set', async () => {
    const { body } = await call<{ id: string; invalidURLs: string[] }>('/v1/batch/scrape', {
      body: { urls: ['nonsense', site('/valid'), 'http://10.0.0.1/'], ignoreInvalidURLs: true },
    });
    expect(body.invalidURLs).toEqual(['nonsense', 'http://10.0.0.1/']);
    expect(await waitForJob(body.id)).toMatchObject({ total: 1, completed: 1 });
  });

  it('tries a page again after the Retry-After of the site', async () => {
    const job = await waitForJob(
      (await createBatch({ urls: [site('/busy?times=2'), site('/status?code=429&retry-after=1')] })).id,
    );
    expect(job.data[0]).not.toHaveProperty('error');
    expect(job.data[1]?.error).toBe('The site answered 429.');
    expect(await hits('/status?code=429&retry-after=1')).toBeGreaterThan(2);
  });

  it('is listed first among the account’s jobs when it is the newest', async () => {
    const { id } = await createBatch({ urls: [site('/listed')] });
    const { body } = await call<{ data: { id: string }[] }>('/v1/batch/scrape?limit=1');
    expect(body.data.map((job) => job.id)).toEqual([id]);
    await waitForJob(id);
  });
});
