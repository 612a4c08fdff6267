import type { Db, Filter } from 'mongodb';
import { resultLifetimeMs } from './pages.ts';

export const loggedOperations = ['scrape', 'extract', 'branding', 'map', 'parse'] as const;
export type LoggedOperation = (typeof loggedOperations)[number];

/** One call that its caller waited for, for the account's own log. Its result is not repeated here: `job` finds it. */
export interface LoggedRequest {
  _id: string;
  account: string;
  /** The key's id; for someone signed in to the dashboard, `dashboard:<account>`. */
  key: string;
  requestId: string;
  operation: LoggedOperation;
  /** Where it was sent: `/v1/scrape`. */
  path: string;
  /** What it was about: a URL, or the name of a file. */
  subject?: string;
  /** The body as JSON, without secrets; absent if it was not JSON, or too large to be kept. */
  body?: string;
  status: number;
  ms: number;
  /** The sentence of an answer that is an error. */
  error?: string;
  job?: string;
  /** The page behind it, which has its own id where an extraction has read it. */
  page?: string;
  credits: number;
  engine?: 'http' | 'browser';
  at: Date;
  expiresAt: Date;
}

export interface RequestFilter {
  operation?: LoggedOperation;
  outcome?: 'ok' | 'failed';
  key?: string;
  /** A part of the subject, or a whole request id. */
  text?: string;
}

/** An account's log has about this many of its newest requests. */
const maxPerAccount = 5_000;

/** `perAccount` is smaller in tests. */
export function requestsIn(db: Db, { perAccount = maxPerAccount }: { perAccount?: number } = {}) {
  // Requests are listed as soon as they are written, before they are replicated.
  const requests = db.collection<LoggedRequest>('requests', { readConcern: { level: 'local' } });
  return {
    async prepare() {
      await requests.createIndexes([{ key: { account: 1, at: -1 } }, { key: { expiresAt: 1 }, expireAfterSeconds: 0 }]);
    },
    /** A log is worth less than what it is about: nothing waits until the write survives a crash. */
    async add(list: readonly Omit<LoggedRequest, 'expiresAt'>[]) {
      if (list.length === 0) return;
      await requests.insertMany(
        list.map((each) => ({ ...each, expiresAt: new Date(each.at.getTime() + resultLifetimeMs) })),
        { ordered: false, writeConcern: { w: 1, journal: false } },
      );
    },
    /** Removes the oldest beyond what an account may have. */
    async trim(account: string) {
      const [oldest] = await requests
        .find({ account }, { projection: { at: 1 } })
        .sort({ at: -1 })
        .skip(perAccount)
        .limit(1)
        .toArray();
      if (oldest) await requests.deleteMany({ account, at: { $lte: oldest.at } });
    },
    findOwn: (id: string, account: string) => requests.findOne({ _id: id, account, expiresAt: { $gt: new Date() } }),
    /** Newest first, without their bodies. */
    ofAccount: (account: string, filter: RequestFilter, { offset, limit }: { offset: number; limit: number }) =>
      requests
        .find(matching(account, filter), { projection: { body: 0 } })
        .sort({ at: -1 })
        .skip(offset)
        .limit(limit)
        .toArray(),
    async removeOf(account: string) {
      await requests.deleteMany({ account });
    },
  };
}

function matching(account: string, { operation, outcome, key, text }: RequestFilter): Filter<LoggedRequest> {
  return {
    account,
    expiresAt: { $gt: new Date() },
    ...(operation && { operation }),
    ...(outcome && { status: outcome === 'ok' ? { $lt: 400 } : { $gte: 400 } }),
    ...(key && { key }),
    ...(text && { $or: [{ requestId: text }, { subject: { $regex: escaped(text), $options: 'i' } }] }),
  };
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
