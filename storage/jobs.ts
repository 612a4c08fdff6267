import type { Binary, ClientSession, Db, Filter, WithId } from 'mongodb';
import type { PageOptions } from '../contracts/requests/pageOptions.ts';
import { type SecretOptions, separateSecrets } from '../contracts/requests/secretOptions.ts';
import type { Webhook } from '../contracts/requests/webhook.ts';
import type { CrawlOptions, LeftOutReason } from '../contracts/work/crawl.ts';
import type { Sealer } from './seal.ts';
import { readIn } from './transaction.ts';

export type JobStatus = 'scraping' | 'completed' | 'failed' | 'cancelled';

/** What a job has that is a crawl. */
export interface JobCrawl {
  /** The start, without user name and password. */
  url: string;
  options: CrawlOptions;
  /** Where the redirects of the start ended: the site that is crawled. */
  site?: string;
  /** Monthly credits of the plan; null means unlimited. */
  allowance: number | null;
  /** The position of the frontier at which the current round began. */
  firstPosition: number;
  /** Some of the links that it leaves out, by reason. */
  leftOut?: Partial<Record<LeftOutReason, string[]>>;
}

export interface Job {
  _id: string;
  account: string;
  /** The key that created it: its secret signs the webhooks. */
  key: string;
  status: JobStatus;
  total: number;
  completed: number;
  failed: number;
  creditsUsed: number;
  options: PageOptions;
  webhook?: Webhook;
  /** Set if the caller wants fewer pages at a time than the plan allows. */
  maxConcurrency?: number;
  /** The caller's Idempotency-Key, and the hash of the body it came with. */
  idempotency?: { key: string; body: string };
  /** The part of `creditsUsed` that earlier rounds have settled. */
  creditsBefore: number;
  /** Every position below this one is settled, so that an offset there needs no counting. */
  frontier: number;
  /** How often the failed URLs were retried: the number of the current round. */
  retries: number;
  createdAt: Date;
  expiresAt: Date;
  finishedAt?: Date;
  /** For a crawl; a batch has none. */
  crawl?: JobCrawl;
  /** What its caller should know about the job as a whole, in sentences. */
  warnings?: string[];
  /** Of a crawl, whose pages settle one transaction after the other. */
  lastSettledAt?: Date;
}

/** A crawl, whose list of URLs grows. */
export interface CrawlJob extends Job {
  crawl: JobCrawl;
}

export function isCrawl(job: Job): job is CrawlJob {
  return job.crawl !== undefined;
}

export type JobKind = 'batch' | 'crawl';

/** What settling pages adds to a job. */
export interface JobProgress {
  completed: number;
  failed: number;
  credits: number;
  /** Of a crawl: how many URLs were accepted, … */
  accepted?: number;
  /** … where its start has led, … */
  site?: string | undefined;
  /** … what its caller should know, … */
  warnings?: readonly string[];
  /** … and some of the links that were left out. */
  leftOut?: ReadonlyMap<LeftOutReason, readonly string[]>;
}

/** As it is stored. Jobs of earlier versions have headers and webhook in clear. */
interface JobRecord extends Job {
  sealed?: Binary;
  /** What is sealed cannot be counted. */
  hasWebhook?: true;
}

/** What a caller may have put a secret into. */
interface SealedPart extends SecretOptions {
  webhook?: Webhook;
}

/** Whether pages of this round may still be added to the job. */
export function isRunning(job: Job | null, { round }: { round: number }): job is Job {
  return job?.status === 'scraping' && job.retries === round;
}

/** A job that has just ended does not expire before its pages are kept for a day as well. */
const minLifetimeOfEndedMs = 23 * 60 * 60 * 1000;

/** The index by which jobs expire; an earlier version had another one, for running jobs too. */
const endedJobsExpiry = 'endedJobsExpiry';

export type Jobs = ReturnType<typeof jobsIn>;

export function jobsIn(db: Db, sealer: Sealer) {
  const jobs = db.collection<JobRecord>('jobs');

  function recordOf({ options, webhook, ...job }: Job): JobRecord {
    const { shown, secrets } = separateSecrets(options);
    const part: SealedPart = { ...secrets, ...(webhook && { webhook }) };
    const sealed = Object.keys(part).length > 0 ? { sealed: sealer.seal(part, job._id) } : {};
    return { ...job, options: shown, ...sealed, ...(webhook && { hasWebhook: true }) };
  }

  function jobOf({ sealed, hasWebhook: _, ...record }: WithId<JobRecord>): Job {
    if (!sealed) return record;
    const { webhook, ...secrets } = sealer.open<SealedPart>(sealed, record._id);
    return { ...record, options: { ...record.options, ...secrets }, ...(webhook && { webhook }) };
  }

  async function findOne(filter: Filter<JobRecord>, session?: ClientSession): Promise<Job | null> {
    const found = await jobs.findOne(filter, readIn(session));
    return found && jobOf(found);
  }

  return {
    async prepare() {
      await jobs.createIndexes([
        { key: { account: 1, createdAt: -1 } },
        {
          key: { account: 1, 'idempotency.key': 1 },
          unique: true,
          partialFilterExpression: { 'idempotency.key': { $exists: true } },
        },
        // A running job does not expire, however long it runs.
        {
          key: { expiresAt: 1 },
          name: endedJobsExpiry,
          expireAfterSeconds: 0,
          partialFilterExpression: { finishedAt: { $exists: true } },
        },
        { key: { account: 1, status: 1 } },
      ]);
    },
    find: (id: string, session?: ClientSession) => findOne({ _id: id }, session),
    /** An expired job is gone, even in the minute before the database removes it. */
    findOwn: (id: string, account: string, session?: ClientSession) =>
      findOne({ _id: id, account, ...notExpired() }, session),
    findByIdempotencyKey: (account: string, key: string) => findOne({ account, 'idempotency.key': key }),
    /** Newest first; of one kind and with one status, or all. */
    ofAccount: (
      account: string,
      { offset, limit }: { offset: number; limit: number },
      kind?: JobKind,
      status?: JobStatus,
    ) =>
      jobs
        .find({
          account,
          ...notExpired(),
          ...(kind && { crawl: { $exists: kind === 'crawl' } }),
          ...(status && { status }),
        })
        .sort({ createdAt: -1 })
        .skip(offset)
        .limit(limit)
        .map(jobOf)
        .toArray(),
    /** How many jobs an account has, and how many of them are running. */
    async countOf(account: string): Promise<{ all: number; running: number }> {
      const kept = { account, ...notExpired() };
      const [all, running] = await Promise.all([
        jobs.countDocuments(kept),
        jobs.countDocuments({ ...kept, status: 'scraping' }),
      ]);
      return { all, running };
    },
    /** Every round of every job of the account, also of those that have just expired. */
    async *roundsOf(account: string): AsyncGenerator<{ job: string; round: number }> {
      for await (const { _id: job, retries } of jobs.find({ account }, { projection: { retries: 1 } })) {
        for (let round = 0; round <= retries; round += 1) yield { job, round };
      }
    },
    async removeOf(account: string) {
      await jobs.deleteMany({ account });
    },
    /** The running jobs of an account, and how many of them have a webhook. */
    async countOpen(account: string, session?: ClientSession): Promise<{ jobs: number; webhooks: number }> {
      const options = session && { session };
      const running = { account, status: 'scraping' } as const;
      return {
        jobs: await jobs.countDocuments(running, options),
        webhooks: await jobs.countDocuments({ ...running, hasWebhook: true }, options),
      };
    },
    /** How many pages of the account's running jobs are not settled. */
    async unreadPages(account: string): Promise<number> {
      const [sum] = await jobs
        .aggregate<{ unread: number }>([
          { $match: { account, status: 'scraping' } },
          { $group: { _id: null, unread: { $sum: { $subtract: ['$total', { $add: ['$completed', '$failed'] }] } } } },
        ])
        .toArray();
      return sum?.unread ?? 0;
    },
    /** The running jobs of all accounts. */
    running: () => jobs.find({ status: 'scraping' }).map(jobOf),
    async insert(job: Job, session: ClientSession) {
      await jobs.insertOne(recordOf(job), { session });
    },
    /** Counts settled pages; false if the round no longer runs, and nothing may be added to it. */
    async count(
      id: string,
      round: number,
      { completed, failed, credits, accepted = 0, site, warnings = [], leftOut = new Map() }: JobProgress,
      session: ClientSession,
    ) {
      const toAdd = Object.fromEntries([
        ...(warnings.length > 0 ? [['warnings', { $each: [...warnings] }]] : []),
        ...Array.from(leftOut, ([reason, links]) => [`crawl.leftOut.${reason}`, { $each: [...links] }]),
      ]);
      const { matchedCount } = await jobs.updateOne(
        { _id: id, status: 'scraping', retries: round },
        {
          $inc: { completed, failed, creditsUsed: credits, ...(accepted > 0 && { total: accepted }) },
          ...(site && { $set: { 'crawl.site': site } }),
          ...(Object.keys(toAdd).length > 0 && { $addToSet: toAdd }),
        },
        { session },
      );
      return matchedCount === 1;
    },
    /**
     * The crawl as it is, which nobody else changes until the transaction ends: the others begin with this step too, and
     * are repeated. Null if the round no longer runs.
     */
    async lockCrawl(id: string, round: number, session: ClientSession): Promise<CrawlJob | null> {
      const found = await jobs.findOneAndUpdate(
        { _id: id, status: 'scraping', retries: round },
        { $set: { lastSettledAt: new Date() } },
        { returnDocument: 'after', session },
      );
      const job = found && jobOf(found);
      return job && isCrawl(job) ? job : null;
    },
    /** Adds to what the caller should know. */
    async warn(id: string, warnings: readonly string[]) {
      if (warnings.length === 0) return;
      await jobs.updateOne({ _id: id }, { $addToSet: { warnings: { $each: [...warnings] } } });
    },
    /** Only a running job can be ended, and only once. */
    async end(id: string, status: Exclude<JobStatus, 'scraping'>, session?: ClientSession): Promise<Job | null> {
      const ended = await jobs.findOneAndUpdate(
        { _id: id, status: 'scraping' },
        {
          $set: { status, finishedAt: new Date() },
          $max: { expiresAt: new Date(Date.now() + minLifetimeOfEndedMs) },
        },
        { returnDocument: 'after', ...(session && { session }) },
      );
      return ended && jobOf(ended);
    },
    /** Only for the current round: a reopened job starts with a frontier of its own. */
    async advanceTo(id: string, round: number, frontier: number, session?: ClientSession) {
      await jobs.updateOne({ _id: id, retries: round }, { $max: { frontier } }, session && { session });
    },
    async extend(id: string, expiresAt: Date, session?: ClientSession) {
      await jobs.updateOne({ _id: id }, { $max: { expiresAt } }, session && { session });
    },
    /**
     * Reopens an ended job for the pages that failed. It keeps its time, as its pages do: while it runs, all of them are
     * extended together.
     */
    async reopen({ _id, creditsUsed, crawl, total }: Job, removed: number, session: ClientSession) {
      await jobs.updateOne(
        { _id },
        {
          $set: {
            status: 'scraping',
            frontier: 0,
            creditsBefore: creditsUsed,
            ...(crawl && { 'crawl.firstPosition': total }),
          },
          $unset: { finishedAt: 1 },
          $inc: { failed: -removed, retries: 1 },
        },
        { session },
      );
    },
  };
}

function notExpired() {
  return { $or: [{ status: 'scraping' as const }, { expiresAt: { $gt: new Date() } }] };
}
