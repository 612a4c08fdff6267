import { randomUUID } from 'node:crypto';
import { Binary } from 'mongodb';
import { afterAll, describe, expect, it } from 'vitest';
import type { PageItem } from '../../contracts/results/page.ts';
import type { Job } from '../../storage/jobs.ts';
import { pagesBucket } from '../../storage/objectStore.ts';
import { type PageRecord, pageId, type SettledPage } from '../../storage/pageRecord.ts';
import { newJob } from '../support/storage.ts';
import { completedPage, failedPage, itemOf, pageUrl, urlsOf } from './settledPages.ts';
import { openTestStorage } from './testStorage.ts';

const { storage, db, objectStore, close } = await openTestStorage();
afterAll(close);
const { batches, jobs, pages } = storage;
const records = db.collection<PageRecord>('pages');

const megabyte = 1024 * 1024;
/** Compresses well, so that a test with many megabytes is fast. */
function textOf(bytes: number): string {
  return 'x'.repeat(bytes);
}

/** A running job in which these pages are settled, one after the other. */
async function jobWith(...settled: SettledPage[]): Promise<Job> {
  const job = await batches.open(newJob(randomUUID(), { total: 100 }), { allowance: null });
  for (const page of settled) await batches.settle(job, [page]);
  return job;
}

async function list({ _id, account }: Job, offset: number, limit: number) {
  return (await batches.view(_id, account, { offset, limit }))?.items ?? [];
}

async function listedUrls(job: Job, offset: number, limit: number) {
  return urlsOf(await list(job, offset, limit));
}

async function itemsOf(job: Job): Promise<PageItem[]> {
  return Promise.all((await list(job, 0, 100)).map(itemOf));
}

function storedObjects(job: Job): string[] {
  const prefix = `${pagesBucket}/${job._id}`;
  return [...objectStore.objects.keys()].filter((path) => path.startsWith(prefix));
}

describe('the list of settled pages', () => {
  it('has the order of the positions, whatever the order of settling', async () => {
    const job = await jobWith(completedPage(4), failedPage(0), completedPage(2), completedPage(11), completedPage(1));
    expect(await listedUrls(job, 0, 100)).toEqual([0, 1, 2, 4, 11].map(pageUrl));
    expect(await itemsOf(job)).toEqual(
      [failedPage(0), ...[1, 2, 4, 11].map((at) => completedPage(at))].map(({ item }) => item),
    );
  });

  it('is cut into the same pages by offset and limit below, across and above the frontier', async () => {
    // The positions 0 to 4 are settled without a gap; above them there are gaps.
    const settled = [0, 1, 2, 3, 4, 6, 9, 10];
    const job = await jobWith(...settled.map((index) => completedPage(index)));
    async function expectEveryRange() {
      for (let offset = 0; offset <= settled.length; offset += 1) {
        for (const limit of [1, 3, 100]) {
          expect(await listedUrls(job, offset, limit)).toEqual(settled.slice(offset, offset + limit).map(pageUrl));
        }
      }
    }
    await expectEveryRange();
    await jobs.advanceTo(job._id, 0, 5);
    await expectEveryRange();
  });

  it('ends before it grows past 32 MB, and continues at the offset after its last item', async () => {
    const sizes = [11, 11, 11, 1].map((megabytes) => megabytes * megabyte);
    const job = await jobWith(...sizes.map((bytes, at) => completedPage(at, { markdown: textOf(bytes) })));
    const first = await listedUrls(job, 0, 100);
    expect(first).toEqual([0, 1].map(pageUrl));
    expect(await listedUrls(job, first.length, 100)).toEqual([2, 3].map(pageUrl));
  });

  it('has at least one item, even one that is larger than 32 MB', async () => {
    const job = await jobWith(completedPage(0, { markdown: textOf(33 * megabyte) }), completedPage(1));
    const listed = await list(job, 0, 100);
    expect(await urlsOf(listed)).toEqual([pageUrl(0)]);
    expect(await listedUrls(job, 1, 100)).toEqual([pageUrl(1)]);
  });

  it('has nothing of other jobs', async () => {
    await jobWith(completedPage(0), completedPage(1));
    const job = await jobWith(completedPage(1));
    expect(await listedUrls(job, 0, 100)).toEqual([pageUrl(1)]);
  });
});

describe('the item of a page', () => {
  it('is in the object store if it is larger than 1 MB, and reads like any other', async () => {
    const [large, small] = [completedPage(0, { html: textOf(megabyte) }), completedPage(1, { html: textOf(1_000) })];
    const job = await jobWith(large, small);
    expect(storedObjects(job)).toEqual([`${pagesBucket}/${pageId(job._id, 0)}`]);
    expect(await records.findOne({ _id: pageId(job._id, 0) })).not.toHaveProperty('json');
    expect(await itemsOf(job)).toEqual([large.item, small.item]);
    expect(await pages.find(job._id, 0)).toEqual(large.item);
  });

  it('is stored once for all positions of a repeated URL, and listed at each of them', async () => {
    const repeated = { ...completedPage(1, { html: textOf(megabyte) }), also: [3, 5] };
    const job = await jobWith(repeated, completedPage(4));
    expect(storedObjects(job)).toHaveLength(1);
    expect(await listedUrls(job, 0, 100)).toEqual([1, 1, 4, 1].map(pageUrl));
    // A range without the position that holds the item.
    expect((await list(job, 3, 1)).length).toBe(1);
    expect(await Promise.all((await list(job, 3, 1)).map(itemOf))).toEqual([repeated.item]);
    expect(await pages.find(job._id, 5)).toEqual(repeated.item);
  });

  it('is undefined if the page is not settled', async () => {
    const job = await jobWith(completedPage(0));
    expect(await pages.find(job._id, 1)).toBeUndefined();
  });

  it('written uncompressed by an earlier version still reads, inline and in the object store', async () => {
    const items = [completedPage(0), completedPage(1)].map(({ item }) => item);
    const job = await jobWith(completedPage(2));
    const [inline, stored] = items.map((item) => Buffer.from(JSON.stringify(item)));
    if (!inline || !stored) throw new Error('two items are expected');
    const common = { job: job._id, account: job.account, outcome: 'completed' as const, settledAt: new Date() };
    const record = { ...common, about: { url: '' }, bytes: inline.length, expiresAt: job.expiresAt };
    await records.insertMany([
      { _id: pageId(job._id, 0), index: 0, ...record, json: new Binary(inline) },
      { _id: pageId(job._id, 1), index: 1, ...record, stored: true },
    ]);
    objectStore.objects.set(`${pagesBucket}/${pageId(job._id, 1)}`, { body: stored, headers: {} });
    expect(await itemsOf(job)).toEqual([...items, completedPage(2).item]);
    expect(await pages.find(job._id, 0)).toEqual(items[0]);
    expect(await pages.find(job._id, 1)).toEqual(items[1]);
  });
});

describe('the stream of a job', () => {
  it('yields every settled item once, in order', async () => {
    const settled = Array.from({ length: 45 }, (_, at) => completedPage(at * 2));
    const job = await jobWith();
    await batches.settle(job, [...settled, { ...completedPage(1, { html: textOf(megabyte) }), also: [3] }]);
    const urls: string[] = [];
    for await (const content of pages.stream(job._id)) urls.push((await itemOf(content)).url);
    expect(urls).toEqual([0, 1, 2, 1, ...settled.slice(2).map(({ index }) => index)].map(pageUrl));
  });
});

describe('the summaries of a job', () => {
  it('show each page without its content, by outcome, offset and limit', async () => {
    const job = await jobWith(completedPage(0), failedPage(1), completedPage(2), failedPage(3));
    const positions = async (range: Parameters<typeof pages.summaries>[1]) =>
      (await pages.summaries(job._id, range)).map(({ index }) => index);
    expect(await positions({ offset: 0, limit: 10 })).toEqual([0, 1, 2, 3]);
    expect(await positions({ offset: 1, limit: 2 })).toEqual([1, 2]);
    expect(await positions({ offset: 0, limit: 10, outcome: 'failed' })).toEqual([1, 3]);
    expect(await positions({ offset: 1, limit: 10, outcome: 'completed' })).toEqual([2]);

    const [completed, failed] = await pages.summaries(job._id, { offset: 0, limit: 2 });
    expect(completed).toEqual({
      _id: pageId(job._id, 0),
      index: 0,
      outcome: 'completed',
      about: { url: pageUrl(0), title: 'Page 0', statusCode: 200, engine: 'http' },
      bytes: JSON.stringify(completedPage(0).item).length,
      settledAt: expect.any(Date),
    });
    expect(failed?.about).toEqual({ url: pageUrl(1), error: 'The site did not answer.' });
  });
});

describe('the failures of a job', () => {
  it('are its failed URLs with their reasons, in order', async () => {
    const repeated = { ...failedPage(2, 'The site answered 500.'), also: [6] };
    const job = await jobWith(failedPage(5), completedPage(0), repeated);
    const settledAt = expect.any(Date);
    expect(await pages.failures(job._id)).toEqual([
      { index: 2, url: pageUrl(2), requestedUrl: pageUrl(2), error: 'The site answered 500.', settledAt },
      { index: 5, url: pageUrl(5), requestedUrl: pageUrl(5), error: 'The site did not answer.', settledAt },
      { index: 6, url: pageUrl(2), requestedUrl: pageUrl(2), error: 'The site answered 500.', settledAt },
    ]);
  });
});

describe('the settled positions of a job', () => {
  it('are told from those that are not settled, repeated URLs included', async () => {
    const job = await jobWith(completedPage(0), { ...failedPage(2), also: [4] });
    expect(await pages.settledAmong(job._id, [0, 1, 2, 3, 4])).toEqual(new Set([0, 2, 4]));
  });
});

describe('the cached result of a fingerprint', () => {
  it('is the newest one of the account, with its validators', async () => {
    const fingerprint = randomUUID();
    const job = await jobWith({ ...completedPage(0), fingerprint, validators: { etag: '"old"' } });
    await records.updateOne({ _id: pageId(job._id, 0) }, { $set: { settledAt: new Date(Date.now() - 60_000) } });
    await batches.settle(job, [{ ...completedPage(1), fingerprint, validators: { etag: '"new"' } }]);
    expect(await pages.findCached(job.account, fingerprint)).toEqual({
      item: completedPage(1).item,
      settledAt: expect.any(Date),
      validators: { etag: '"new"' },
    });
    expect(await pages.findCached(randomUUID(), fingerprint)).toBeUndefined();
    expect(await pages.findCached(job.account, randomUUID())).toBeUndefined();
  });
});
