import type { Binary, Db } from 'mongodb';
import { shownUrl } from '../contracts/egress/url.ts';
import { isDuplicateKey } from './duplicateKey.ts';
import type { Sealer } from './seal.ts';

/** One URL to read, and every position of the batch at which it stands. */
export interface UrlEntry {
  index: number;
  url: string;
  /** Further positions with the same URL. */
  also?: number[];
  /** Of a crawl: how far from the start it was found, and in what page or sitemap. */
  found?: { depth: number; from?: string };
}

/** As it is stored: a URL with a user name or password stands in `sealed`, and `url` is what may be shown of it. */
interface StoredEntry extends UrlEntry {
  sealed?: Binary;
}

interface UrlChunk {
  /** `<job>:<round>:<chunk>` */
  _id: string;
  /** Absent in lists of an earlier version. */
  account?: string;
  entries: StoredEntry[];
  expiresAt: Date;
}

/** Written at once. The driver encodes a write in one go, and 16 MiB of URLs would hold up the process. */
const urlsPerWrite = 2_500;

interface UrlList {
  account: string;
  job: string;
  round: number;
  chunkSize: number;
  entries: readonly UrlEntry[];
  expiresAt: Date;
}

function chunkId(job: string, round: number, chunk: number) {
  return `${job}:${round}:${chunk}`;
}

/** Every chunk of a list: `;` is the character after `:`, so this is every id with that prefix. */
function inRound(job: string, round: number) {
  return { _id: { $gte: `${job}:${round}:`, $lt: `${job}:${round};` } };
}

export type Urls = ReturnType<typeof urlsIn>;

/** The URL lists of batches, stored in the chunks in which they are read. */
export function urlsIn(db: Db, sealer: Sealer) {
  const urls = db.collection<UrlChunk>('urls');

  function storedEntry(entry: UrlEntry, chunk: string): StoredEntry {
    const url = shownUrl(entry.url);
    return url === entry.url ? entry : { ...entry, url, sealed: sealer.seal(entry.url, chunk) };
  }

  return {
    async prepare() {
      await urls.createIndexes([{ key: { account: 1 } }, { key: { expiresAt: 1 }, expireAfterSeconds: 0 }]);
    },
    /**
     * Stores a list before its job exists; a list that a crash leaves behind expires by itself. A chunk covers a range of
     * positions, so all positions below a chunk are settled once the chunks before it are. Returns the number of chunks.
     */
    async store({ account, job, round, chunkSize, entries, expiresAt }: UrlList): Promise<number> {
      const chunks = new Map<number, UrlEntry[]>();
      for (const [at, entry] of entries.entries()) {
        const chunk = Math.floor(at / chunkSize);
        const list = chunks.get(chunk);
        if (list) list.push(entry);
        else chunks.set(chunk, [entry]);
      }
      const documents = [...chunks].map(([chunk, list]) => {
        const _id = chunkId(job, round, chunk);
        return { _id, account, entries: list.map((entry) => storedEntry(entry, _id)), expiresAt };
      });
      const chunksPerWrite = Math.ceil(urlsPerWrite / chunkSize);
      for (let at = 0; at < documents.length; at += chunksPerWrite) {
        await urls.insertMany(documents.slice(at, at + chunksPerWrite), { ordered: false }).catch((error) => {
          // A retried request stores the same list again.
          if (!isDuplicateKey(error)) throw error;
        });
      }
      return documents.length;
    },
    /** How a list was cut into chunks; undefined if it is gone. */
    async layout(job: string, round: number): Promise<{ chunks: number; chunkSize: number } | undefined> {
      const chunks = await urls.countDocuments(inRound(job, round));
      const first = await urls.findOne({ _id: chunkId(job, round, 0) });
      return first ? { chunks, chunkSize: first.entries.length } : undefined;
    },
    async count(job: string, round: number): Promise<number> {
      let count = 0;
      const sizes = urls.aggregate<{ size: number }>([
        { $match: inRound(job, round) },
        { $project: { size: { $size: '$entries' } } },
      ]);
      for await (const { size } of sizes) count += size;
      return count;
    },
    /** Keeps a list until that time at least. */
    async extend(job: string, round: number, expiresAt: Date): Promise<void> {
      await urls.updateMany({ ...inRound(job, round), expiresAt: { $lt: expiresAt } }, { $set: { expiresAt } });
    },
    async remove(job: string, round: number): Promise<void> {
      await urls.deleteMany(inRound(job, round));
    },
    /** The lists of all rounds. */
    async removeJob(job: string): Promise<void> {
      await urls.deleteMany({ _id: { $gte: `${job}:`, $lt: `${job};` } });
    },
    async removeOf(account: string) {
      await urls.deleteMany({ account });
    },
    async chunk(job: string, round: number, chunk: number): Promise<UrlEntry[]> {
      const _id = chunkId(job, round, chunk);
      const stored = (await urls.findOne({ _id }))?.entries ?? [];
      return stored.map(({ sealed, ...entry }) =>
        sealed ? { ...entry, url: sealer.open<string>(sealed, _id) } : entry,
      );
    },
  };
}
