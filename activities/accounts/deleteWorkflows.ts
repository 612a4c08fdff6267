import { type Client, isGrpcServiceError } from '@temporalio/client';
import { batchWorkflowId, webhooksWorkflowId } from '../../contracts/work/ids.ts';
import type { Storage } from '../../storage/storage.ts';
import type { RemoveSchedule } from '../monitors/removeSchedule.ts';

interface Deps {
  temporal: Client;
  jobs: Pick<Storage['jobs'], 'roundsOf'>;
  monitors: Pick<Storage['monitors'], 'idsOf'>;
  removeSchedule: RemoveSchedule;
}

/** Work of accounts; every other workflow is about images, which belong to nobody. */
const ownedTypes = [
  'batchScrape',
  'runMonitor',
  'crawl',
  'deliverWebhooks',
  'scrapePage',
  'map',
  'extract',
  'branding',
  'warnOverage',
];
const notFound = 5;

/**
 * Deletes an account's workflows with their histories; one that runs is terminated. They are found by the memo that each
 * is started with, and those of its jobs by their ids too, which needs no up-to-date index.
 */
export function createDeleteWorkflows({ temporal, jobs, monitors, removeSchedule }: Deps) {
  async function remove(workflowId: string, runId?: string): Promise<void> {
    try {
      await temporal.workflowService.deleteWorkflowExecution({
        namespace: temporal.options.namespace,
        workflowExecution: { workflowId, ...(runId && { runId }) },
      });
    } catch (error) {
      if (!isGrpcServiceError(error) || error.code !== notFound) throw error;
    }
  }

  return async (account: string): Promise<void> => {
    // They would start more.
    for await (const monitor of monitors.idsOf(account)) await removeSchedule(monitor);
    for await (const { job, round } of jobs.roundsOf(account)) {
      for (const id of [batchWorkflowId(job, round), webhooksWorkflowId(job, round)]) await remove(id);
    }
    const query = `WorkflowType IN (${ownedTypes.map((type) => `'${type}'`).join(', ')})`;
    for await (const { workflowId, runId, memo } of temporal.workflow.list({ query })) {
      if (memo?.['account'] === account) await remove(workflowId, runId);
    }
  };
}
