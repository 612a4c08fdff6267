import type { Operation } from '../../contracts/prices.ts';
import { chunkSizeFor, layoutFor } from '../../contracts/work/batchLayout.ts';
import { batchWork } from '../../contracts/work/batchWork.ts';
import { type Plans, planNamed } from '../../runtime/plans.ts';
import type { Job } from '../../storage/jobs.ts';
import { roundOf } from '../../storage/reservations.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Flows } from '../temporal/flows.ts';

/** Longer than any single operation can take: one that is still unsettled after this was lost. */
const maxOperationMs = 60 * 60 * 1000;

/**
 * Releases the credits reserved for single operations that nobody works on any more: those older than any can be, or all
 * of them if nothing can be running. Jobs are left to `resumeJobs`.
 */
export async function releaseLostCredits(
  { ledger }: Pick<Storage, 'ledger'>,
  { all }: { all: boolean },
): Promise<number> {
  let count = 0;
  for await (const { _id, operation } of ledger.unsettled(new Date(Date.now() - (all ? 0 : maxOperationMs)))) {
    if (isJob(operation)) continue;
    await ledger.settleNow(_id, 0);
    count += 1;
  }
  return count;
}

function isJob(operation: Operation): boolean {
  return operation === 'batch' || operation === 'crawl';
}

interface Deps {
  storage: Storage;
  plans: Plans;
  flows: Pick<Flows, 'resumeBatch' | 'deliverWebhooks'>;
}

/**
 * Reconciles records and workflows after either was restored without the other: running jobs continue with the pages that
 * are not settled, ended ones are settled, webhooks get the events they missed. Changes nothing if all is in order.
 */
export async function resumeJobs(deps: Deps): Promise<{ resumed: number; closed: number; deliveries: number }> {
  const { resumed, closed } = await resumeRunning(deps);
  return {
    resumed,
    closed: closed + (await settleEnded(deps)),
    deliveries: await deliverMissed(deps),
  };
}

async function resumeRunning({ storage, plans, flows }: Deps): Promise<{ resumed: number; closed: number }> {
  const done = { resumed: 0, closed: 0 };

  /** How the list of the current round is stored; the first round of a crawl has none. Undefined if it is gone. */
  async function layoutOf({ _id, retries, crawl, total }: Job) {
    return crawl && retries === 0 ? { chunks: 0, chunkSize: chunkSizeFor(total) } : storage.urls.layout(_id, retries);
  }

  for await (const job of storage.jobs.running()) {
    const stored = await layoutOf(job);
    if (stored) {
      const plan = planNamed(plans, (await storage.accounts.find(job.account))?.plan ?? '');
      const layout = layoutFor(plan, job.total, job.maxConcurrency);
      await flows.resumeBatch(batchWork(currentRound(job), { ...layout, ...stored }, job));
      done.resumed += 1;
    } else {
      // Its URL list has expired, so nothing is left to read.
      await storage.batches.finish(job._id, job.retries);
      done.closed += 1;
    }
  }
  return done;
}

async function settleEnded({ storage }: Deps): Promise<number> {
  let closed = 0;
  for await (const { _id, operation } of storage.ledger.unsettled(new Date())) {
    if (!isJob(operation)) continue;
    const { job: id, round } = roundOf(_id);
    const job = await storage.jobs.find(id);
    if (job?.status === 'scraping') continue;
    if (job) await storage.batches.finish(id, round);
    else await storage.ledger.settleNow(_id, 0);
    closed += 1;
  }
  return closed;
}

async function deliverMissed({ storage, flows }: Deps): Promise<number> {
  let deliveries = 0;
  for await (const id of storage.events.jobsWithWaiting()) {
    const job = await storage.jobs.find(id);
    if (!job?.webhook) continue;
    await flows.deliverWebhooks(currentRound(job));
    deliveries += 1;
  }
  return deliveries;
}

function currentRound({ account, _id: job, retries: round }: Job) {
  return { account, requestId: `resume-${job}`, job, round };
}
