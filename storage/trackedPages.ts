import { createHash } from 'node:crypto';
import type { Binary, Db } from 'mongodb';
import { packLines, unpackLines } from './packedLines.ts';

/** A page as it was read for the format `changeTracking`. */
export interface Reading {
  lines: readonly string[];
  /** The data of its json mode, as JSON. */
  values?: string;
  readAt: Date;
}

/** Whose page it is, and which of several comparisons. */
export interface TrackedPlace {
  account: string;
  url: string;
  tag: string;
}

interface StoredReading {
  lines: Binary;
  values?: string;
  readAt: Date;
}

interface TrackedPageRecord extends StoredReading {
  /** `<account>:<digest of tag and URL>` */
  _id: string;
  account: string;
  /** The job that read it, … */
  job: string;
  /** … and the reading before it, with which a repeated attempt of that job compares too. */
  before?: StoredReading;
  expiresAt: Date;
}

/** A page that nobody has compared for this long is new again. */
const lifetimeMs = 90 * 24 * 60 * 60 * 1000;

export type TrackedPages = ReturnType<typeof trackedPagesIn>;

export function trackedPagesIn(db: Db) {
  const pages = db.collection<TrackedPageRecord>('trackedPages');
  const idOf = ({ account, url, tag }: TrackedPlace) =>
    `${account}:${createHash('sha256')
      .update(JSON.stringify([tag, url]))
      .digest('base64url')
      .slice(0, 22)}`;

  return {
    async prepare() {
      await pages.createIndexes([{ key: { account: 1 } }, { key: { expiresAt: 1 }, expireAfterSeconds: 0 }]);
    },
    /** The last reading by another job; undefined if there is none. */
    async before(place: TrackedPlace, job: string): Promise<Reading | undefined> {
      const found = await pages.findOne({ _id: idOf(place) });
      const stored = found?.job === job ? found.before : found;
      if (!stored) return undefined;
      const { lines, readAt, values } = stored;
      return { lines: await unpackLines(lines), readAt, ...(values !== undefined && { values }) };
    },
    /** Remembers a page as a job has read it. A second attempt of the same job replaces its own reading. */
    async keep(place: TrackedPlace, job: string, { lines, values }: Omit<Reading, 'readAt'>): Promise<void> {
      const _id = idOf(place);
      const { account } = place;
      const readAt = new Date();
      const packed = await packLines(lines);
      const found = await pages.findOne({ _id });
      const before = found?.job === job ? found.before : found && storedReading(found);
      const expiresAt = new Date(readAt.getTime() + lifetimeMs);
      const reading = storedReading({ lines: packed, readAt, ...(values !== undefined && { values }) });
      const record = { _id, account, job, ...reading, ...(before && { before }), expiresAt };
      await pages.replaceOne({ _id }, record, { upsert: true });
    },
    async removeOf(account: string) {
      await pages.deleteMany({ account });
    },
  };
}

function storedReading({ lines, readAt, values }: StoredReading): StoredReading {
  return { lines, readAt, ...(values !== undefined && { values }) };
}
