import type { ClientSession, Db } from 'mongodb';
import type { PageItem } from '../contracts/results/page.ts';
import type { FileLinks } from '../runtime/secrets/fileLinks.ts';
import type { CompressedText } from './concatenableGzip.ts';
import type { Objects } from './objectStore.ts';
import { type Owner, pageContents } from './pageContents.ts';
import { type Outcome, type PageRecord, pageId, type SettledPage } from './pageRecord.ts';
import type { Sealer } from './seal.ts';
import { readIn } from './transaction.ts';

export const resultLifetimeMs = 24 * 60 * 60 * 1000;

/** An answer ends before it grows past this, and `next` continues from there. */
const maxAnswerBytes = 32 * 1024 * 1024;

interface PageRange {
  /** Every position below this one is settled. */
  frontier: number;
  offset: number;
  limit: number;
}

/** Completed pages from a position on, as many as an answer takes. */
export interface CompletedRange {
  from: number;
  limit: number;
  maxBytes: number;
}

export type PageStanding = Pick<PageRecord, 'outcome' | 'duplicateOf'>;

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

    /** Adds the pages that are not settled yet and returns them. A page may come twice, from an attempt believed dead. */
    async add(candidates: PageRecord[], session?: ClientSession): Promise<PageRecord[]> {
      const options = session && { session };
      const fresh = new Map(candidates.map((each) => [each._id, each]));
      const known = await pages
        .find({ _id: { $in: [...fresh.keys()] } }, { ...options, projection: { _id: 1 } })
        .toArray();
      for (const { _id } of known) fresh.delete(_id);
      const added = [...fresh.values()];
      if (added.length > 0) await pages.insertMany(added, options);
      return added;
    },

    /** Pages that are not settled yet; one that is, is a duplicate key. */
    async insert(records: PageRecord[], session: ClientSession): Promise<void> {
      await pages.insertMany(records, { session });
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

    /** How a page has settled; undefined if it has not. */
    async standing(job: string, index: number, session: ClientSession): Promise<PageStanding | undefined> {
      const options = { session, projection: { outcome: 1, duplicateOf: 1 } };
      return (await pages.findOne({ _id: pageId(job, index) }, options)) ?? undefined;
    },

    /** The pages that lead to one of these positions, and whose own content is still there. */
    async leadingTo(job: string, positions: readonly number[], session: ClientSession): Promise<PageRecord[]> {
      if (positions.length === 0) return [];
      const filter = { job, duplicateOf: { $in: [...positions] }, ownContent: { $exists: true } };
      return pages.find(filter, { session }).sort({ index: 1 }).toArray();
    },

    /** Gives a page its own content back, because the one that it leads to has failed. */
    async restoreContent({ _id, ownContent }: PageRecord, session: ClientSession): Promise<void> {
      if (!ownContent) return;
      const noLonger = {
        ...(ownContent.stored && { json: '' as const }),
        ...(ownContent.credits === undefined && { credits: '' as const }),
      };
      await pages.updateOne(
        { _id },
        { $set: ownContent, $unset: { ownContent: '', duplicateOf: '', ...noLonger } },
        { session },
      );
    },

    /** Lets go of their own content, because the page that they lead to has it. */
    async dropContent(job: string, leadingTo: readonly number[], session: ClientSession): Promise<void> {
      if (leadingTo.length === 0) return;
      const filter = { job, duplicateOf: { $in: [...leadingTo] }, ownContent: { $exists: true } };
      await pages.updateMany(filter, { $unset: { ownContent: '' } }, { session });
    },

    /** The pages of a job with these texts, by their hash. */
    async withContent(job: string, hashes: readonly string[], session: ClientSession): Promise<Map<string, string>> {
      if (hashes.length === 0) return new Map();
      const options = { session, projection: { contentHash: 1, 'about.url': 1 } };
      const found = await pages.find({ job, contentHash: { $in: [...hashes] } }, options).toArray();
      return new Map(found.map(({ contentHash = '', about }) => [contentHash, about.url]));
    },

    /**
     * The settled items from `offset` on, in the order of the batch's URLs. Below the frontier every position is
     * settled, so an offset there is a position and needs no counting.
     */
    async list(job: string, { frontier, offset, limit }: PageRange, session: ClientSession): Promise<CompressedText[]> {
      const from = Math.min(offset, frontier);
      const cursor = pages
        .find({ job, index: { $gte: from } }, readIn(session))
        .sort({ index: 1 })
        .skip(offset - from)
        .limit(limit)
        .batchSize(limit);
      const listed: PageRecord[] = [];
      let bytes = 0;
      for await (const record of cursor) {
        bytes += record.bytes;
        if (listed.length > 0 && bytes > maxAnswerBytes) break;
        listed.push(record);
      }
      return contents.read(listed, session);
    },

    /** Items of completed pages; `next` is where the rest begins, if there is one. */
    async listCompleted(
      job: string,
      { from, limit, maxBytes }: CompletedRange,
      session: ClientSession,
    ): Promise<{ items: CompressedText[]; next?: number }> {
      const cursor = pages
        .find({ job, outcome: 'completed', index: { $gte: from } }, readIn(session))
        .sort({ index: 1 })
        .limit(limit + 1)
        .batchSize(100);
      const listed: PageRecord[] = [];
      let bytes = 0;
      let next: number | undefined;
      for await (const record of cursor) {
        bytes += record.bytes;
        if (listed.length === limit || (listed.length > 0 && bytes > maxBytes)) {
          next = record.index;
          break;
        }
        listed.push(record);
      }
      return {
        items: await contents.read(listed, session),
        ...(next !== undefined && { next }),
      };
    },

    /** The positions of completed pages from this one on. */
    async *completedPositions(job: string, from: number): AsyncGenerator<number> {
      const found = pages.find({ job, outcome: 'completed', index: { $gte: from } }, { projection: { index: 1 } });
      for await (const { index } of found.sort({ index: 1 })) yield index;
    },

    /** Like `list`, without the contents. */
    summaries: (job: string, { offset, limit, outcome }: { offset: number; limit: number; outcome?: Outcome }) =>
      pages
        .find(
          { job, ...(outcome && { outcome }) },
          { projection: { index: 1, outcome: 1, about: 1, bytes: 1, settledAt: 1 } },
        )
        .sort({ index: 1 })
        .skip(offset)
        .limit(limit)
        .toArray(),

    /** Every settled item of a job, one at a time. */
    async *stream(job: string): AsyncGenerator<CompressedText> {
      for await (const record of pages.find({ job }, { batchSize: 20 }).sort({ index: 1 }))
        yield* await contents.read([record]);
    },

    /** The same, parsed, with their positions. */
    async *items(job: string): AsyncGenerator<{ index: number; item: PageItem }> {
      for await (const record of pages.find({ job }, { batchSize: 20 }).sort({ index: 1 }))
        yield { index: record.index, item: await contents.readItem(record) };
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
