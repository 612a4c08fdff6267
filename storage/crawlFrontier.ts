import type { Binary, ClientSession, Db } from 'mongodb';
import { shownUrl } from '../contracts/egress/url.ts';
import type { LeftOutReason } from '../contracts/work/crawl.ts';
import type { Sealer } from './seal.ts';
import type { UrlEntry } from './urls.ts';

/** A URL that a crawl may accept. */
export interface FoundUrl {
  /** Two URLs with the same key are one page. */
  key: string;
  url: string;
  depth: number;
  /** The page or sitemap that it was found in. */
  from?: string;
  /** Of an address of which there may be endlessly many: what they have in common. */
  pattern?: string | undefined;
}

/** What settling a page adds to its crawl. */
export interface Discovery {
  links: readonly FoundUrl[];
  /** The key of the address where its redirects ended, if that is another one of the site. */
  landedOn?: string | undefined;
  /** The key of its canonical address, if that is another one of the site. */
  canonical?: string | undefined;
  /** Of the start: where it has led. */
  site?: string | undefined;
  warnings?: readonly string[];
  /** Some of its links that the crawl leaves out, by reason. */
  leftOut?: ReadonlyMap<LeftOutReason, readonly string[]>;
}

/** A page that the crawl has accepted. */
export interface AcceptedPage {
  index: number;
  url: string;
}

/** Where a URL stands when it is added. */
interface Owner {
  _id: string;
  account: string;
  expiresAt: Date;
}

/**
 * A URL of a crawl. Whether it is queued, taken or settled needs no field of its own: the workflow takes positions in
 * their order, and a settled one has a page.
 */
interface FrontierRecord {
  /** `<job>:<key>`: a page is accepted once, however often it is linked. */
  _id: string;
  job: string;
  account: string;
  /** Its position, given when it was accepted. */
  index?: number;
  /** Instead of a position: the page that this address has led to before. */
  sameAs?: number;
  /** Instead of both: how many addresses of a pattern were accepted. */
  count?: number;
  url?: string;
  sealed?: Binary;
  depth?: number;
  from?: string;
  expiresAt: Date;
}

/** Addresses of one pattern, such as combinations of filters or the months of a calendar, that one crawl reads. */
export const maxPerPattern = 1_000;

export type CrawlFrontier = ReturnType<typeof crawlFrontierIn>;

/** The URLs that crawls have accepted, in order of discovery. */
export function crawlFrontierIn(db: Db, sealer: Sealer) {
  const urls = db.collection<FrontierRecord>('crawlFrontier');

  function recordId(job: string, key: string): string {
    return `${job}:${key}`;
  }

  function patternId(job: string, pattern: string): string {
    return `${job}:pattern:${pattern}`;
  }

  function recordOf({ _id: job, account, expiresAt }: Owner, index: number, found: FoundUrl): FrontierRecord {
    const { key, url, depth, from } = found;
    const shown = shownUrl(url);
    const sealed = shown === url ? {} : { sealed: sealer.seal(url, job) };
    return {
      _id: recordId(job, key),
      job,
      account,
      index,
      url: shown,
      ...sealed,
      depth,
      ...(from && { from }),
      expiresAt,
    };
  }

  return {
    async prepare() {
      await urls.createIndexes([
        { key: { job: 1, index: 1 }, unique: true, partialFilterExpression: { index: { $exists: true } } },
        { key: { account: 1 } },
        { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
      ]);
    },

    /** Gives URLs the positions from `index` on. The caller has made sure that they are new. */
    async add(owner: Owner, index: number, found: readonly FoundUrl[], session: ClientSession): Promise<void> {
      if (found.length === 0) return;
      const records = found.map((each, at) => recordOf(owner, index + at, each));
      await urls.insertMany(records, { session });
    },

    /** Remembers that these addresses lead to pages of the crawl, so that they are not accepted themselves. */
    async addAliases(
      { _id: job, account, expiresAt }: Owner,
      aliases: readonly { key: string; page: AcceptedPage }[],
      session: ClientSession,
    ): Promise<void> {
      if (aliases.length === 0) return;
      await urls.insertMany(
        aliases.map(({ key, page: { index, url } }) => {
          return { _id: recordId(job, key), job, account, sameAs: index, url, expiresAt };
        }),
        { session },
      );
    },

    /** The pages that these keys stand for, as far as there are any. */
    async known(job: string, keys: readonly string[], session: ClientSession): Promise<Map<string, AcceptedPage>> {
      if (keys.length === 0) return new Map();
      const ids = keys.map((key) => recordId(job, key));
      const options = { session, projection: { index: 1, sameAs: 1, url: 1 } };
      const found = await urls.find({ _id: { $in: ids } }, options).toArray();
      return new Map(
        found.map(({ _id, index, sameAs, url = '' }) => [
          _id.slice(job.length + 1),
          { index: index ?? sameAs ?? 0, url },
        ]),
      );
    },

    /** How many addresses of each pattern were accepted. */
    async countsOf(job: string, patterns: readonly string[], session: ClientSession): Promise<Map<string, number>> {
      const prefix = patternId(job, '');
      const ids = patterns.map((pattern) => patternId(job, pattern));
      const found = await urls.find({ _id: { $in: ids } }, { session }).toArray();
      return new Map(found.map(({ _id, count = 0 }) => [_id.slice(prefix.length), count]));
    },

    async setCounts(
      { _id: job, account, expiresAt }: Owner,
      counts: ReadonlyMap<string, number>,
      session: ClientSession,
    ): Promise<void> {
      if (counts.size === 0) return;
      await urls.bulkWrite(
        Array.from(counts, ([pattern, count]) => ({
          updateOne: {
            filter: { _id: patternId(job, pattern) },
            update: { $set: { count }, $setOnInsert: { job, account, expiresAt } },
            upsert: true,
          },
        })),
        { session },
      );
    },

    /** The URLs at these positions. */
    async entries(job: string, indexes: readonly number[], session?: ClientSession): Promise<UrlEntry[]> {
      const options = session && { session };
      const found = await urls
        .find({ job, index: { $in: [...indexes] } }, options)
        .sort({ index: 1 })
        .toArray();
      return found.map(({ index = 0, url = '', sealed, depth = 0, from }) => ({
        index,
        url: sealed ? sealer.open<string>(sealed, job) : url,
        found: { depth, ...(from && { from }) },
      }));
    },

    /** All pages that the crawl has accepted, in order of discovery; URLs without user name and password. */
    async *all(job: string): AsyncGenerator<{ index: number; url: string; depth: number }> {
      const projection = { _id: 0, index: 1, url: 1, depth: 1 };
      const found = urls.find({ job, index: { $exists: true } }, { projection, batchSize: 500 });
      for await (const { index = 0, url = '', depth = 0 } of found) yield { index, url, depth };
    },

    /** Keeps the URLs of a job until that time at least. */
    async extend(job: string, expiresAt: Date): Promise<void> {
      await urls.updateMany(
        { _id: { $gte: `${job}:`, $lt: `${job};` }, expiresAt: { $lt: expiresAt } },
        { $set: { expiresAt } },
      );
    },

    async removeOf(account: string) {
      await urls.deleteMany({ account });
    },
  };
}
