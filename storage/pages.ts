import type { ClientSession, Db } from 'mongodb';
import type { PageItem } from '../contracts/results/page.ts';
import type { FileLinks } from '../runtime/secrets/fileLinks.ts';
import type { CompressedText } from './concatenableGzip.ts';
import { duplicatePages } from './duplicatePages.ts';
import type { Objects } from './objectStore.ts';
import { type Owner, pageContents } from './pageContents.ts';
import { pageLists } from './pageLists.ts';
import { type Outcome, type PageRecord, pageId, type SettledPage } from './pageRecord.ts';
import type { Sealer } from './seal.ts';

export const resultLifetimeMs = 24 * 60 * 60 * 1000;

export interface FailedPage {
  index: number;
  url: string;
  /** The whole URL, which may contain a password. */
  requestedUrl: string;
  error: string;
  settledAt: Date;
}

export type Pages = ReturnType<typeof pagesIn>;

interface Deps {
  objects: Objects;
  sealer: Sealer;
  links: FileLinks;
}

export function pagesIn(db: Db, { objects, sealer, links }: Deps) {
  const pages = db.collection<PageRecord>('pages');
  const contents = pageContents({ pages, objects, sealer, links });
  return {
    ...pageLists(pages, contents),
    ...duplicatePages(pages),

    async prepare() {
      await pages.createIndexes([
        { key: { job: 1, index: 1 }, unique: true },
        { key: { job: 1, outcome: 1, index: 1 } },
        { key: { account: 1 } },
        {
          key: { account: 1, fingerprint: 1, settledAt: -1 },
          partialFilterExpression: { fingerprint: { $exists: true } },
        },
        { key: { job: 1, duplicateOf: 1 }, partialFilterExpression: { ownContent: { $exists: true } } },
        { key: { job: 1, credits: 1 }, partialFilterExpression: { credits: 0 } },
        { key: { job: 1, contentHash: 1 }, partialFilterExpression: { contentHash: { $exists: true } } },
        { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
      ]);
    },

    records: async (job: string, settled: readonly SettledPage[], owner: Owner): Promise<PageRecord[]> =>
      (await Promise.all(settled.map((page) => contents.write(job, page, owner)))).flat(),

    /** Those that are not settled yet. A page may come twice, from an attempt believed dead. */
    async unsettledAmong(records: readonly PageRecord[], session?: ClientSession): Promise<PageRecord[]> {
      const unsettled = new Map(records.map((each) => [each._id, each]));
      const options = { ...(session && { session }), projection: { _id: 1 } };
      const known = await pages.find({ _id: { $in: [...unsettled.keys()] } }, options).toArray();
      for (const { _id } of known) unsettled.delete(_id);
      return [...unsettled.values()];
    },

    /** Pages that are not settled yet; one that is, is a duplicate key. */
    async insert(records: readonly PageRecord[], session?: ClientSession): Promise<void> {
      if (records.length > 0) await pages.insertMany(records, { ...(session && { session }) });
    },

    contentOf: async (record: PageRecord): Promise<CompressedText | undefined> => (await contents.read([record]))[0],

    /** An item as JSON, without parsing it. */
    async content(job: string, index: number): Promise<CompressedText | undefined> {
      const record = await pages.findOne({ _id: pageId(job, index) });
      return record ? (await contents.read([record]))[0] : undefined;
    },

    async find(job: string, index: number): Promise<PageItem | undefined> {
      const record = await pages.findOne({ _id: pageId(job, index) });
      return record ? contents.readItem(record) : undefined;
    },

    /** The name in the object store of a page's screenshot; undefined if it has none, or has expired. */
    async screenshot(job: string, index: number): Promise<string | undefined> {
      const record = await pages.findOne({ _id: pageId(job, index), expiresAt: { $gt: new Date() } });
      return record ? contents.screenshot(record) : undefined;
    },

    /** The name in the object store of a file that an action has made. */
    async actionFile(job: string, index: number, at: number): Promise<string | undefined> {
      const record = await pages.findOne({ _id: pageId(job, index), expiresAt: { $gt: new Date() } });
      return record?.actionFiles?.[at];
    },

    /** The account's newest result with that fingerprint. Its screenshot is a name again, as in a page just read. */
    async findCached(account: string, fingerprint: string) {
      const [record] = await pages.find({ account, fingerprint }).sort({ settledAt: -1 }).limit(1).toArray();
      if (!record) return undefined;
      const { settledAt, validators, credits } = record;
      const [item, screenshot] = await Promise.all([contents.readItem(record), contents.screenshot(record)]);
      return { item: { ...item, ...(screenshot && { screenshot }) }, settledAt, validators, credits };
    },

    async settledAmong(job: string, indexes: readonly number[], session?: ClientSession): Promise<Set<number>> {
      const ids = indexes.map((index) => pageId(job, index));
      const options = { ...(session && { session }), projection: { index: 1 } };
      const found = await pages.find({ _id: { $in: ids } }, options).toArray();
      return new Set(found.map(({ index }) => index));
    },

    /** The positions that have settled, or those that have failed, from one on; read from an index alone. */
    async positions(job: string, { from = 0, outcome }: { from?: number; outcome?: Outcome }): Promise<Set<number>> {
      const projection = { _id: 0, index: 1 };
      const positions = new Set<number>();
      const filter = { job, ...(outcome && { outcome }), index: { $gte: from } };
      for await (const { index } of pages.find(filter, { projection, batchSize: 1_000 })) positions.add(index);
      return positions;
    },

    /** Of a crawl: how many pages led to another one of its pages, and how many had nothing to charge for otherwise. */
    async countFree(job: string): Promise<{ duplicates: number; others: number }> {
      const free = { job, credits: 0 };
      const [all, duplicates] = await Promise.all([
        pages.countDocuments(free),
        pages.countDocuments({ ...free, duplicateOf: { $exists: true } }),
      ]);
      return { duplicates, others: all - duplicates };
    },

    /** With which engine single pages were read, by the ids of their jobs. */
    async enginesOf(jobs: readonly string[]): Promise<Map<string, 'http' | 'browser'>> {
      const ids = jobs.map((job) => pageId(job, 0));
      const found = await pages.find({ _id: { $in: ids } }, { projection: { job: 1, 'about.engine': 1 } }).toArray();
      return new Map(found.flatMap(({ job, about: { engine } }) => (engine ? [[job, engine] as const] : [])));
    },

    /** Why pages have failed, the most frequent reasons first. */
    async failureReasons(job: string, limit: number): Promise<{ error: string; count: number }[]> {
      const found = pages.aggregate<{ _id: string | null; count: number }>([
        { $match: { job, outcome: 'failed' } },
        { $group: { _id: '$about.error', count: { $sum: 1 } } },
        { $sort: { count: -1, _id: 1 } },
        { $limit: limit },
      ]);
      return (await found.toArray()).map(({ _id, count }) => ({ error: _id ?? '', count }));
    },

    /** The URLs that failed by reason, the most frequent first, with some of the URLs of each. */
    async failuresByReason(job: string, { reasons, urls }: { reasons: number; urls: number }) {
      const found = pages.aggregate<{ _id: string | null; count: number; urls: string[] }>([
        { $match: { job, outcome: 'failed' } },
        { $sort: { index: 1 } },
        {
          $group: {
            _id: '$about.error',
            count: { $sum: 1 },
            urls: { $firstN: { n: urls, input: '$about.url' } },
          },
        },
        { $sort: { count: -1, _id: 1 } },
        { $limit: reasons },
      ]);
      return (await found.toArray()).map(({ _id, ...group }) => ({ error: _id ?? '', ...group }));
    },

    /** The URLs at these positions, by job; of those that have settled. */
    async urlsAt(places: readonly { job: string; index: number }[]): Promise<Map<string, string[]>> {
      const ids = places.map(({ job, index }) => pageId(job, index));
      const options = { projection: { job: 1, 'about.url': 1 } };
      const found = await pages
        .find({ _id: { $in: ids } }, options)
        .sort({ index: 1 })
        .toArray();
      const urls = new Map<string, string[]>();
      for (const { job, about } of found) urls.set(job, [...(urls.get(job) ?? []), about.url]);
      return urls;
    },

    /** The URLs that failed, and why. */
    async failures(job: string): Promise<FailedPage[]> {
      const projection = { index: 1, about: 1, sealedUrl: 1, settledAt: 1 };
      const failed: FailedPage[] = [];
      // In small batches: the driver decodes one in one go, and 16 MB of them would hold up the process.
      const found = pages.find({ job, outcome: 'failed' }, { projection, batchSize: 500 }).sort({ index: 1 });
      for await (const { index, about, sealedUrl, settledAt } of found) {
        const { url, error = '' } = about;
        const requestedUrl = sealedUrl ? sealer.open<string>(sealedUrl, job) : url;
        failed.push({ index, url, requestedUrl, error, settledAt });
      }
      return failed;
    },

    async removeOf(account: string) {
      for await (const { _id } of pages.find({ account, stored: true }, { projection: { _id: 1 } }))
        await objects.remove(_id);
      await pages.deleteMany({ account });
    },

    /** Keeps the pages of a job until that time at least. */
    async extend(job: string, expiresAt: Date): Promise<void> {
      await pages.updateMany({ job, expiresAt: { $lt: expiresAt } }, { $set: { expiresAt } });
    },

    async removeFailures(job: string, session: ClientSession): Promise<number> {
      return (await pages.deleteMany({ job, outcome: 'failed' }, { session })).deletedCount;
    },
  };
}
