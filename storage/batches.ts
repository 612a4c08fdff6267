import { Failure } from '../contracts/failures.ts';
import { notTakenUp } from '../contracts/work/takeUp.ts';
import { isDuplicate } from './duplicate.ts';
import type { Events, NewEvent } from './events.ts';
import type { Job, Jobs } from './jobs.ts';
import type { Ledger } from './ledger.ts';
import { type Pages, resultsLifeMs, type SettledPage } from './pages.ts';
import type { Snapshot, Transaction } from './transaction.ts';

/** The steps of a batch that touch several collections; each is one transaction, and harmless when repeated. */
export type Batches = ReturnType<typeof batchesOn>;

interface Collections {
  transaction: Transaction;
  snapshot: Snapshot;
  jobs: Jobs;
  pages: Pages;
  ledger: Ledger;
  events: Events;
}

interface Opening {
  /** Credits of the month; null where there is no limit. */
  allowance: number | null;
  /** A job that is not there at this moment is not made any more. */
  until?: number | undefined;
}

/** Each round of a batch has its own reservation. */
function reservationId(job: string, round: number) {
  return `${job}:${round}`;
}
export function roundOf(reservation: string): { job: string; round: number } {
  const at = reservation.lastIndexOf(':');
  return { job: reservation.slice(0, at), round: Number(reservation.slice(at + 1)) };
}

export function batchesOn({ transaction, snapshot, jobs, pages, ledger, events }: Collections) {
  /** The events that this job's webhook wants to hear of. */
  const wanted = ({ _id, account, webhook }: Job, round: number, list: readonly Pick<NewEvent, 'type' | 'index'>[]) =>
    list
      .filter(({ type }) => webhook && (webhook.events?.includes(type) ?? true))
      .map((event) => ({ _id: [_id, round, event.type, event.index].join(':'), job: _id, account, ...event }));

  return {
    /** Makes the job and sets its credits aside. Where the idempotency key is taken, gives the job that took it. */
    async open(job: Job, { allowance, until = Infinity }: Opening): Promise<Job> {
      try {
        await transaction(async (session) => {
          if (await jobs.find(job._id, session)) return;
          if (Date.now() > until) throw new Failure('DependencyDown', notTakenUp);
          await ledger.reserve(
            { id: reservationId(job._id, 0), account: job.account, operation: 'batch', amount: job.total, allowance },
            session,
          );
          await jobs.insert(job, session);
          await events.add(wanted(job, 0, [{ type: 'started' }]), session);
        });
        return job;
      } catch (error) {
        const taken =
          isDuplicate(error) && job.idempotency && (await jobs.findByIdempotencyKey(job.account, job.idempotency.key));
        if (taken) return taken;
        throw error;
      }
    },

    /**
     * For an opening that nobody knows the end of: true where the round is open after all and its caller can find it.
     * A job that its caller has no name for is withdrawn.
     */
    keepOpened: (id: string, round: number): Promise<boolean> =>
      transaction(async (session) => {
        const job = await jobs.find(id, session);
        if (job?.status !== 'scraping' || job.retries !== round) return false;
        if (round > 0 || job.idempotency) return true;
        await jobs.end(id, 'cancelled', session);
        await ledger.settle(reservationId(id, round), 0, session);
        return false;
      }),

    /** Settles pages: items, counters and events together. False where the job no longer runs. */
    async settle(job: Job, settled: readonly SettledPage[]): Promise<boolean> {
      const candidates = await pages.records(job._id, settled, job);
      const once = () =>
        transaction(async (session) => {
          const fresh = await pages.add(candidates, session);
          const completed = fresh.filter(({ outcome }) => outcome === 'completed').length;
          await events.add(
            wanted(
              job,
              job.retries,
              fresh.map(({ index }) => ({ type: 'page' as const, index })),
            ),
            session,
          );
          // Last, because all who settle pages of this job wait for each other here.
          if (!(await jobs.count(job._id, { completed, failed: fresh.length - completed }, session))) {
            await session.abortTransaction();
            return false;
          }
          return true;
        });
      try {
        return await once();
      } catch (error) {
        // Another worker settled the same page at the same moment (ours was thought dead): look again.
        if (isDuplicate(error)) return once();
        throw error;
      }
    },

    /** Ends a round: the status by what was counted, the credits by what was used. Gives what that settled. */
    finish: (id: string, round: number) =>
      transaction(async (session) => {
        const job = await jobs.find(id, session);
        if (!job) return undefined;
        if (job.status === 'scraping') {
          const status = job.completed > 0 ? 'completed' : 'failed';
          await jobs.end(id, status, session);
          await jobs.advanceTo(id, job.total, session);
          await events.add(wanted(job, round, [{ type: status }]), session);
        } else if (job.status === 'cancelled') {
          await events.add(wanted(job, round, [{ type: 'cancelled' }]), session);
        }
        return ledger.settle(reservationId(id, round), job.creditsUsed - job.creditsBefore, session);
      }),

    /** A job with a part of its items, all of one moment; undefined where the account has no such job. */
    view: (id: string, account: string, part: { offset: number; limit: number }) =>
      snapshot(async (session) => {
        const job = await jobs.findOwn(id, account, session);
        return job ? { job, items: await pages.list(id, { frontier: job.frontier, ...part }, session) } : undefined;
      }),

    /** Takes the failed pages back out, so that they can be read again as the next round. */
    reopen: (id: string, { round, failed, allowance }: { round: number; failed: number; allowance: number | null }) =>
      transaction(async (session) => {
        const job = await jobs.find(id, session);
        if (!job || job.status === 'scraping' || job.retries >= round) return;
        await ledger.reserve(
          { id: reservationId(id, round), account: job.account, operation: 'batch', amount: failed, allowance },
          session,
        );
        const removed = await pages.removeFailures(id, session);
        await jobs.reopen(job, { removed, expiresAt: new Date(Date.now() + resultsLifeMs) }, session);
      }),
  };
}
