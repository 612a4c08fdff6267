import { browserOnly } from '../../contracts/requests/browserOnly.ts';
import type { Plans } from '../../runtime/plans.ts';
import { roundOf } from '../../storage/batches.ts';
import type { Job } from '../../storage/jobs.ts';
import type { Storage } from '../../storage/storage.ts';
import { planFor } from './batchLayout.ts';
import type { Flows } from './flows.ts';

/** Longer than any single operation can take, so that one still without an end has been lost. */
const longestOperationMs = 60 * 60 * 1000;

/**
 * Gives back what was set aside for scrapes and extractions that nobody works on any more: those older than any can be,
 * or all of them where nothing can be running. Batches are left to `resumeJobs`.
 */
export async function giveBackLost({ ledger }: Pick<Storage, 'ledger'>, { all }: { all: boolean }): Promise<number> {
  let count = 0;
  for await (const { _id, operation } of ledger.unsettled(new Date(Date.now() - (all ? 0 : longestOperationMs)))) {
    if (operation === 'batch') continue;
    await ledger.settleNow(_id, 0);
    count += 1;
  }
  return count;
}

interface Parts {
  storage: Storage;
  plans: Plans;
  flows: Pick<Flows, 'resumeBatch' | 'deliverWebhooks'>;
}

/**
 * Brings records and workflows together again after either was restored without the other: running jobs go on with the
 * pages that are not settled, ended ones are settled, webhooks hear the rest. Harmless where nothing is amiss.
 */
export async function resumeJobs({ storage, plans, flows }: Parts) {
  const done = { resumed: 0, closed: 0, deliveries: 0 };
  const contextOf = ({ account, _id: job, retries: round }: Job) => ({
    account,
    requestId: `resume-${job}`,
    job,
    round,
  });

  for await (const job of storage.jobs.running()) {
    const shape = await storage.urls.shape(job._id, job.retries);
    if (!shape) {
      // Nobody knows any more what there was to read.
      await storage.batches.finish(job._id, job.retries);
      done.closed += 1;
      continue;
    }
    await flows.resumeBatch({
      ...contextOf(job),
      ...(await planFor(job, job.total, { storage, plans })),
      ...shape,
      pageTimeoutMs: job.options.timeout,
      browserOnly: browserOnly(job.options),
      webhook: job.webhook !== undefined,
    });
    done.resumed += 1;
  }

  for await (const { _id, operation } of storage.ledger.unsettled(new Date())) {
    if (operation !== 'batch') continue;
    const { job: id, round } = roundOf(_id);
    const job = await storage.jobs.find(id);
    if (job?.status === 'scraping') continue;
    if (job) await storage.batches.finish(id, round);
    else await storage.ledger.settleNow(_id, 0);
    done.closed += 1;
  }

  for await (const id of storage.events.jobsWaiting()) {
    const job = await storage.jobs.find(id);
    if (!job?.webhook) continue;
    await flows.deliverWebhooks(contextOf(job));
    done.deliveries += 1;
  }
  return done;
}
