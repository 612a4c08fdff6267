import type { ClientSession } from 'mongodb';
import { Failure } from '../contracts/failures.ts';
import { maxPagePrice } from '../contracts/prices.ts';
import { notTakenUp } from '../contracts/work/takeUp.ts';
import type { CrawlFrontier, FoundUrl } from './crawlFrontier.ts';
import { crawlSettlingOn } from './crawlSettling.ts';
import { isDuplicateKey } from './duplicateKey.ts';
import type { Events } from './events.ts';
import { endEvent, pageEvent, subscribed } from './jobEvents.ts';
import { isCrawl, type Job, type Jobs } from './jobs.ts';
import type { Ledger } from './ledger.ts';
import type { CompletedRange, UnseenRange } from './pageLists.ts';
import { creditsOf, type SettledPage } from './pageRecord.ts';
import { type Pages, resultLifetimeMs } from './pages.ts';
import { reservationId } from './reservations.ts';
import type { AccountTransaction, Snapshot, Transaction } from './transaction.ts';
import type { Urls } from './urls.ts';

/** The steps of a job, a batch or a crawl, that touch several collections; each is one transaction and may be repeated. */
export type Batches = ReturnType<typeof batchesOn>;

interface Deps {
  transaction: Transaction;
  accountTransaction: AccountTransaction;
  snapshot: Snapshot;
  jobs: Jobs;
  pages: Pages;
  ledger: Ledger;
  events: Events;
  urls: Urls;
  crawlFrontier: CrawlFrontier;
}

/** What an account may have open at a time; null or nothing means any number. */
export interface OpenLimits {
  openJobs?: number | null;
  /** Of these, jobs with a webhook. */
  webhooks?: number | null;
}

interface OpenOptions extends OpenLimits {
  /** Of a crawl: its first URL. */
  start?: FoundUrl | undefined;
  /** Monthly credits of the plan; null means unlimited. */
  allowance: number | null;
  /** The job is not created after this moment. */
  until?: number | undefined;
}

interface ReopenOptions extends OpenLimits {
  round: number;
  failed: number;
  allowance: number | null;
}

/** A job that runs is kept for a day from now on as soon as less than this is left of its time. */
const minLifetimeMs = resultLifetimeMs / 2;
/** What is left of a job's day after a shorter run is not worth a write to each of its pages. */
const shortRunMs = 60 * 60 * 1000;

export function batchesOn(deps: Deps) {
  const { transaction, accountTransaction, snapshot, jobs, pages, ledger, events, urls, crawlFrontier } = deps;
  const crawlSettling = crawlSettlingOn(deps);

  /** Fails with 429 if the account has as many jobs open as it may. In a transaction, after the credits are reserved. */
  async function requireRoom(
    { account, webhook }: Pick<Job, 'account' | 'webhook'>,
    { openJobs = null, webhooks = null }: OpenLimits,
    session?: ClientSession,
  ): Promise<void> {
    if (openJobs === null && (webhooks === null || !webhook)) return;
    const open = await jobs.countOpen(account, session);
    if (openJobs !== null && open.jobs >= openJobs) throw tooMany(openJobs);
    if (webhooks !== null && webhook && open.webhooks >= webhooks) throw tooMany(webhooks, ' with a webhook');
  }

  /** Runs a transaction that changes the balance of the job's account. */
  async function changeBalanceFor<T>(id: string, steps: (session: ClientSession) => Promise<T>): Promise<T> {
    const job = await jobs.find(id);
    return job ? accountTransaction(job.account, steps) : transaction(steps);
  }

  /** Keeps a job with its pages and its URL list for a day from now on. */
  async function extend({ _id: id, retries, crawl }: Job): Promise<Date> {
    const until = new Date(Date.now() + resultLifetimeMs);
    // The job last: if this is interrupted, it is done again.
    await pages.extend(id, until);
    await urls.extend(id, retries, until);
    if (crawl) await crawlFrontier.extend(id, until);
    await jobs.extend(id, until);
    return until;
  }

  /** Prepares the pages of a batch and returns the steps that settle them: items, counters and events together. */
  async function settlingSteps(job: Job, settled: readonly SettledPage[]) {
    const candidates = await pages.records(job._id, settled, job);
    return async (session: ClientSession, maySomeBeSettled: boolean): Promise<boolean> => {
      const fresh = maySomeBeSettled ? await pages.unsettledAmong(candidates, session) : candidates;
      await pages.insert(fresh, session);
      const completed = fresh.filter(({ outcome }) => outcome === 'completed').length;
      const credits = fresh.reduce((sum, page) => sum + creditsOf(page), 0);
      const counts = { completed, failed: fresh.length - completed, credits };
      await events.add(subscribed(job, job.retries, fresh.map(pageEvent)), session);
      // Last, because all transactions that settle pages of this job queue up here.
      if (await jobs.count(job._id, job.retries, counts, session)) return true;
      await session.abortTransaction();
      return false;
    };
  }

  return {
    requireRoom,

    /** Called while the job runs, so that nothing of it expires. Returns the job as it is now. */
    async keepAlive(job: Job): Promise<Job> {
      if (job.expiresAt.getTime() - Date.now() >= minLifetimeMs) return job;
      return { ...job, expiresAt: await extend(job) };
    },

    /** Creates the job and reserves its credits. If the idempotency key is taken, returns the job that took it. */
    async open(job: Job, { allowance, until = Infinity, start, ...limits }: OpenOptions): Promise<Job> {
      try {
        await accountTransaction(job.account, async (session) => {
          if (await jobs.find(job._id, session)) return;
          if (Date.now() > until) throw new Failure('DependencyDown', notTakenUp);
          await ledger.reserve(
            {
              id: reservationId(job._id, 0),
              account: job.account,
              operation: operationOf(job),
              amount: job.total * maxPagePrice(job.options),
              allowance,
            },
            session,
          );
          // The reservation has changed the account's balance, so two of these never run side by side.
          await requireRoom(job, limits, session);
          await jobs.insert(job, session);
          if (start) await crawlFrontier.add(job, 0, [start], session);
          await events.add(subscribed(job, 0, [{ type: 'started' }]), session);
        });
        return job;
      } catch (error) {
        const earlier =
          isDuplicateKey(error) &&
          job.idempotency &&
          (await jobs.findByIdempotencyKey(job.account, job.idempotency.key));
        if (earlier) return earlier;
        throw error;
      }
    },

    /**
     * Decides about an opening whose outcome is unknown: true if the round is open and its caller can find it. A new job
     * without an idempotency key cannot be found by its caller, so it is withdrawn.
     */
    keepOpened: (id: string, round: number): Promise<boolean> =>
      changeBalanceFor(id, async (session) => {
        const job = await jobs.find(id, session);
        if (job?.status !== 'scraping' || job.retries !== round) return false;
        if (round > 0 || job.idempotency) return true;
        await jobs.end(id, 'cancelled', session);
        await ledger.settle(reservationId(id, round), 0, session);
        return false;
      }),

    /** Settles pages of the job's round. False if that round no longer runs. */
    async settle(job: Job, settled: readonly SettledPage[]): Promise<boolean> {
      const steps = isCrawl(job) ? await crawlSettling.steps(job, settled) : await settlingSteps(job, settled);
      try {
        return await transaction((session) => steps(session, false));
      } catch (error) {
        // Another worker has settled one of the pages, because this one was believed dead.
        if (isDuplicateKey(error)) return transaction((session) => steps(session, true));
        throw error;
      }
    },

    /** Adds URLs to a crawl. Returns how many it has now; 0 if the round no longer runs. */
    addFound: (job: string, round: number, found: readonly FoundUrl[]): Promise<number> =>
      transaction((session) => crawlSettling.accept(job, round, found, session)),

    /** Ends a running job: from now on nothing is added to it. Undefined if it has ended already. */
    cancel: (id: string): Promise<Job | undefined> =>
      transaction(async (session) => {
        const job = await jobs.end(id, 'cancelled', session);
        if (job) await events.add(subscribed(job, job.retries, [endEvent(job, 'cancelled')]), session);
        return job ?? undefined;
      }),

    /**
     * Ends a round: the status by the counters, the credits by what was used. Returns what that settled. A round that was
     * cancelled may end after the next one has opened, which has settled it already: it must not end that one.
     */
    async finish(id: string, round: number) {
      const ended = await changeBalanceFor(id, async (session) => {
        const job = await jobs.find(id, session);
        if (job?.retries !== round) return { settled: await ledger.settle(reservationId(id, round), 0, session) };
        if (job.status === 'scraping') {
          const status = job.completed > 0 ? 'completed' : 'failed';
          await jobs.end(id, status, session);
          // A retry of a cancelled job ends with positions that no round has read.
          if (job.completed + job.failed === job.total) await jobs.advanceTo(id, round, job.total, session);
          await events.add(subscribed(job, round, [endEvent(job, status)]), session);
        } else if (job.status === 'cancelled') {
          await events.add(subscribed(job, round, [endEvent(job, 'cancelled')]), session);
        }
        return {
          job,
          settled: await ledger.settle(reservationId(id, round), job.creditsUsed - job.creditsBefore, session),
        };
      });
      // Pages of a long run may have been settled with the time that was left when their chunk was started.
      if (ended.job && Date.now() - ended.job.createdAt.getTime() > shortRunMs) await extend(ended.job);
      return ended.settled;
    },

    /** A job with a range of its items, all of one moment; undefined if the account has no such job. */
    view: (id: string, account: string, range: { offset: number; limit: number }) =>
      snapshot(async (session) => {
        const job = await jobs.findOwn(id, account, session);
        return job ? { job, items: await pages.list(id, { frontier: job.frontier, ...range }, session) } : undefined;
      }),

    /** The same for the settled pages that a caller has not had yet, each with its position. */
    viewUnseen: (id: string, account: string, range: UnseenRange) =>
      snapshot(async (session) => {
        const job = await jobs.findOwn(id, account, session);
        return job ? { job, pages: await pages.listUnseen(id, range, session) } : undefined;
      }),

    /** The same for the completed pages from a position on; `next` is where the rest begins. */
    viewCompleted: (id: string, account: string, range: CompletedRange) =>
      snapshot(async (session) => {
        const job = await jobs.findOwn(id, account, session);
        return job ? { job, ...(await pages.listCompleted(id, range, session)) } : undefined;
      }),

    /**
     * Opens the next round: removes the failed pages from the results, so that they can be read again. The round before
     * may not have ended yet, so it is settled first; returns what that settled.
     */
    reopen: (id: string, { round, failed, allowance, ...limits }: ReopenOptions) =>
      changeBalanceFor(id, async (session) => {
        const job = await jobs.find(id, session);
        if (!job || job.status === 'scraping' || job.retries >= round) return undefined;
        const used = job.creditsUsed - job.creditsBefore;
        const settled = await ledger.settle(reservationId(id, job.retries), used, session);
        await ledger.reserve(
          {
            id: reservationId(id, round),
            account: job.account,
            operation: operationOf(job),
            amount: failed * maxPagePrice(job.options),
            allowance,
          },
          session,
        );
        await requireRoom(job, limits, session);
        const removed = await pages.removeFailures(id, session);
        await jobs.reopen(job, removed, session);
        return settled;
      }),
  };
}

function operationOf(job: Job) {
  return isCrawl(job) ? 'crawl' : 'batch';
}

function tooMany(max: number, kind = ''): Failure {
  return new Failure(
    'TooManyRequests',
    `The plan of this account allows ${max} ${max === 1 ? 'job' : 'jobs'}${kind} at a time, and as many are running; try again when one has ended.`,
  );
}
