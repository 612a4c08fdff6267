import type { ClientSession, Collection, Filter, FindOptions } from 'mongodb';
import type { PageItem } from '../contracts/results/page.ts';
import type { CompressedText } from './concatenableGzip.ts';
import { type ContentRecord, contentFields, type PageContents } from './pageContents.ts';
import type { Outcome, PageRecord } from './pageRecord.ts';
import { readIn } from './transaction.ts';

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

/** Settled pages at these positions and from one on. */
export interface UnseenRange {
  positions: readonly number[];
  from: number;
  limit: number;
}

/** The ranges of a job's settled pages that answers and streams are made of. */
export function pageLists(pages: Collection<PageRecord>, contents: PageContents) {
  const findInOrder = (filter: Filter<PageRecord>, options: FindOptions) =>
    pages.find<ContentRecord>(filter, { ...options, projection: contentFields }).sort({ index: 1 });
  return {
    /**
     * The settled items from `offset` on, in the order of the batch's URLs. Below the frontier every position is
     * settled, so an offset there is a position and needs no counting.
     */
    async list(job: string, { frontier, offset, limit }: PageRange, session: ClientSession): Promise<CompressedText[]> {
      const from = Math.min(offset, frontier);
      const cursor = findInOrder({ job, index: { $gte: from } }, readIn(session))
        .skip(offset - from)
        .limit(limit)
        .batchSize(limit);
      return contents.read(await upToAnswerSize(cursor), session);
    },

    /** Items of completed pages; `next` is where the rest begins, if there is one. */
    async listCompleted(
      job: string,
      { from, limit, maxBytes }: CompletedRange,
      session: ClientSession,
    ): Promise<{ items: CompressedText[]; next?: number }> {
      const cursor = findInOrder({ job, outcome: 'completed', index: { $gte: from } }, readIn(session))
        .limit(limit + 1)
        .batchSize(100);
      const listed: ContentRecord[] = [];
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

    /** The settled items that are in a range, in their order, as many as an answer takes. */
    async listUnseen(
      job: string,
      { positions, from, limit }: UnseenRange,
      session: ClientSession,
    ): Promise<{ index: number; item: CompressedText }[]> {
      const filter = { job, $or: [{ index: { $in: [...positions] } }, { index: { $gte: from } }] };
      const cursor = findInOrder(filter, readIn(session)).limit(limit).batchSize(limit);
      const listed = await upToAnswerSize(cursor);
      const items = await contents.read(listed, session);
      return items.flatMap((item, at) => {
        const index = listed[at]?.index;
        return index === undefined ? [] : [{ index, item }];
      });
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
      for await (const record of findInOrder({ job }, { batchSize: 20 })) yield* await contents.read([record]);
    },

    /** The same, parsed, with their positions. */
    async *items(job: string): AsyncGenerator<{ index: number; item: PageItem }> {
      for await (const record of findInOrder({ job }, { batchSize: 20 }))
        yield { index: record.index, item: await contents.readItem(record) };
    },
  };
}

/** The first of these records, and those after it that fit into an answer. */
async function upToAnswerSize(records: AsyncIterable<ContentRecord>): Promise<ContentRecord[]> {
  const listed: ContentRecord[] = [];
  let bytes = 0;
  for await (const record of records) {
    bytes += record.bytes;
    if (listed.length > 0 && bytes > maxAnswerBytes) break;
    listed.push(record);
  }
  return listed;
}
