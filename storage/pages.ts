import { Binary, type ClientSession, type Db } from 'mongodb';
import type { PageItem } from '../contracts/results/page.ts';
import type { Objects } from './objectStore.ts';
import { isPacked, type Packed, pack, unpack } from './packed.ts';

export type Outcome = 'completed' | 'failed';

/** What a list of pages shows of each. */
interface PageSummary {
  url: string;
  title?: string | undefined;
  statusCode?: number | undefined;
  engine?: 'http' | 'browser' | undefined;
  error?: string | undefined;
  warning?: string | undefined;
}

/** One settled page of a job; a single scrape is a job of one page. */
interface PageRecord {
  /** `<job>:<index>`: a page settles once, whoever tries again. */
  _id: string;
  job: string;
  index: number;
  outcome: Outcome;
  /** Small items stand here as the JSON that callers get, packed, so that a poll of a hundred decodes and encodes nothing… */
  json?: Binary;
  /** …large ones in the object store, under the record's id… */
  stored?: true;
  /** …and a repeated URL is answered by the page of its first position. */
  sameAs?: number;
  about: PageSummary;
  bytes: number;
  /** For `maxAge`: whose it is, of which URL read in which way, and what the site knows this version by. */
  account: string;
  fingerprint?: string;
  validators?: Validators;
  settledAt: Date;
  expiresAt: Date;
}

export interface SettledPage {
  index: number;
  also?: readonly number[];
  outcome: Outcome;
  item: PageItem;
  fingerprint?: string;
  validators?: Validators;
}

/** By which a site can tell whether its page has changed. */
export interface Validators {
  etag?: string;
  lastModified?: string;
}

/** Whose the pages are, and how long they live. */
interface Owner {
  account: string;
  expiresAt: Date;
}

/** Results live a day. */
export const resultsLifeMs = 24 * 60 * 60 * 1000;
/** A MongoDB document holds 16 MB at most, and large ones slow every poll down. */
const largestInline = 1024 * 1024;
/** An answer stops before it grows past this, and `next` goes on from there. */
const largestAnswer = 32 * 1024 * 1024;

interface Part {
  /** Every position below this one is settled. */
  frontier: number;
  offset: number;
  limit: number;
}

function pageId(job: string, index: number) {
  return `${job}:${index}`;
}

export type Pages = ReturnType<typeof pagesIn>;

export function pagesIn(db: Db, objects: Objects) {
  const pages = db.collection<PageRecord>('pages');

  /** A position's own record, and light ones for the repetitions of its URL. Large items are put away on the way. */
  async function records(job: string, page: SettledPage, { account, expiresAt }: Owner): Promise<PageRecord[]> {
    const { index, also = [], outcome, item, fingerprint, validators } = page;
    const json = Buffer.from(JSON.stringify(item));
    const bytes = json.length;
    const shared = { job, account, outcome, about: summaryOf(item), bytes, settledAt: new Date(), expiresAt };
    const copy = { ...(fingerprint && { fingerprint }), ...(validators && { validators }) };
    const packed = await pack(json);
    const large = bytes > largestInline;
    if (large) await objects.putPage(pageId(job, index), packed);
    return [
      {
        _id: pageId(job, index),
        index,
        ...shared,
        ...copy,
        ...(large ? { stored: true } : { json: new Binary(packed) }),
      },
      ...also.map((other) => ({ _id: pageId(job, other), index: other, ...shared, sameAs: index })),
    ];
  }

  /** Each record's item, in their order. What several of them share is read once. */
  async function contentsOf(records: readonly PageRecord[], session?: ClientSession): Promise<Packed[]> {
    const idOf = ({ job, index, sameAs }: PageRecord) => pageId(job, sameAs ?? index);
    const holders = new Map(records.filter(({ sameAs }) => sameAs === undefined).map((each) => [each._id, each]));
    const elsewhere = [...new Set(records.map(idOf))].filter((id) => !holders.has(id));
    if (elsewhere.length > 0) {
      const found = await pages.find({ _id: { $in: elsewhere } }, session && { session }).toArray();
      for (const each of found) holders.set(each._id, each);
    }
    const contents = new Map([...holders].map(([id, holder]) => [id, contentOf(holder)]));
    return Promise.all(
      records.map(async (record) => {
        const content = await contents.get(idOf(record));
        if (!content) throw new Error(`page ${record._id} has no content`);
        return content;
      }),
    );
  }

  async function contentOf({ _id, stored, json }: PageRecord): Promise<Packed | undefined> {
    const content = stored ? await objects.getPage(_id) : json && bytesOf(json);
    // Earlier versions stored it unpacked.
    return content && !isPacked(content) ? pack(content) : content;
  }

  async function itemOf(record: PageRecord): Promise<PageItem> {
    const [content] = await contentsOf([record]);
    return content && JSON.parse(String(await unpack(content)));
  }

  return {
    async prepare() {
      await pages.createIndexes([
        { key: { job: 1, index: 1 }, unique: true },
        { key: { job: 1, outcome: 1, index: 1 } },
        {
          key: { account: 1, fingerprint: 1, settledAt: -1 },
          partialFilterExpression: { fingerprint: { $exists: true } },
        },
        { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
      ]);
    },

    records: async (job: string, settled: readonly SettledPage[], owner: Owner) =>
      (await Promise.all(settled.map((page) => records(job, page, owner)))).flat(),

    /** Adds those that are not settled yet, and says which. One may come twice: from an attempt that was thought dead. */
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

    async find(job: string, index: number): Promise<PageItem | undefined> {
      const record = await pages.findOne({ _id: pageId(job, index) });
      return record ? itemOf(record) : undefined;
    },

    /** The newest result of this account with that fingerprint. */
    async findCopy(account: string, fingerprint: string) {
      const [record] = await pages.find({ account, fingerprint }).sort({ settledAt: -1 }).limit(1).toArray();
      return record && { item: await itemOf(record), settledAt: record.settledAt, validators: record.validators };
    },

    async settledAmong(job: string, indexes: readonly number[]): Promise<Set<number>> {
      const ids = indexes.map((index) => pageId(job, index));
      const found = await pages.find({ _id: { $in: ids } }, { projection: { index: 1 } }).toArray();
      return new Set(found.map(({ index }) => index));
    },

    /**
     * Settled items from the `offset`th on, in the order of the batch's URLs. Below the frontier every position is
     * settled, so that an offset there is a position and costs no counting.
     */
    async list(job: string, { frontier, offset, limit }: Part, session: ClientSession) {
      const from = Math.min(offset, frontier);
      const cursor = pages
        .find({ job, index: { $gte: from } }, { session })
        .sort({ index: 1 })
        .skip(offset - from)
        .limit(limit)
        .batchSize(limit);
      const fits: PageRecord[] = [];
      let bytes = 0;
      for await (const record of cursor) {
        bytes += record.bytes;
        if (fits.length > 0 && bytes > largestAnswer) break;
        fits.push(record);
      }
      return contentsOf(fits, session);
    },

    /** As `list`, without the contents. */
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
    async *stream(job: string): AsyncGenerator<Packed> {
      for await (const record of pages.find({ job }, { batchSize: 20 }).sort({ index: 1 }))
        yield* await contentsOf([record]);
    },

    /** The URLs that failed, with what was said of each. */
    async failures(job: string) {
      const projection = { index: 1, about: 1, settledAt: 1 };
      const found = await pages.find({ job, outcome: 'failed' }, { projection }).sort({ index: 1 }).toArray();
      return found.map(({ index, about: { url, error = '' }, settledAt }) => ({ index, url, error, settledAt }));
    },

    async removeFailures(job: string, session: ClientSession): Promise<number> {
      return (await pages.deleteMany({ job, outcome: 'failed' }, { session })).deletedCount;
    },
  };
}

function summaryOf({ url, error, warning, metadata: { title, statusCode, engine } }: PageItem): PageSummary {
  return {
    url,
    title,
    statusCode,
    engine,
    error,
    warning,
  };
}

/** Without a copy: the driver's own view of what came in. */
function bytesOf({ buffer, position }: Binary) {
  return Buffer.from(buffer.buffer, buffer.byteOffset, position);
}
