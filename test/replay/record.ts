/**
 * `npm run record`: runs each workflow once on a real stack and stores its history in test/replay/histories for
 * replay.test.ts. Run it after an intended change of a workflow that old histories cannot follow.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { Client, Connection, type WorkflowClient } from '@temporalio/client';
import { egressMap } from '../support/egressMap.ts';
import { eventually } from '../support/eventually.ts';
import { startSite } from '../support/site/server.ts';
import { runningWorkflows } from '../support/temporalClient.ts';
import { withWholeStack } from '../support/wholeStack.ts';
import { historyToJson } from './history.ts';
import { publishableKey, scenarios } from './scenarios.ts';

const folder = new URL('./histories/', import.meta.url);
const secretKey = 'sr_recordrecordrecord';

export async function main(): Promise<number> {
  const site = await startSite();
  const settings = {
    BOOTSTRAP_SECRET_KEY: secretKey,
    BOOTSTRAP_PUBLISHABLE_KEY: publishableKey,
    EGRESS_MAP: egressMap(['site.example', 'lighthouse.com'], site.address),
  };
  try {
    await withWholeStack(
      'record',
      settings,
      async ({ env, api, images }) => {
        const connection = await Connection.connect({ address: env['TEMPORAL_ADDRESS'] ?? '' });
        try {
          const temporal = new Client({ connection });
          for (const scenario of scenarios) await scenario.run(api, secretKey, images);
          await startScheduledWorkflows(temporal.workflow);
          await eventually(
            'every workflow has ended',
            async () => (await runningWorkflows(temporal)).length === 0,
            120_000,
          );
          await storeHistories(temporal.workflow);
        } finally {
          await connection.close();
        }
      },
      { chromium: true, quiet: false },
    );
    return 0;
  } finally {
    await site.close();
  }
}

/** Starts what no caller starts: the weekly icon sweep, and the warning of an account that is over its allowance. */
async function startScheduledWorkflows(workflow: WorkflowClient): Promise<void> {
  await workflow.start('sweepIcons', { taskQueue: 'image', workflowId: 'sweep', args: [{}] });
  await workflow.start('warnOverage', {
    taskQueue: 'flow',
    workflowId: 'overage',
    args: [{ account: 'acc_owner', month: '2026-11' }],
  });
}

async function storeHistories(workflow: WorkflowClient): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const counts = new Map<string, number>();
  for await (const { workflowId, runId, type } of workflow.list()) {
    const count = (counts.get(type) ?? 0) + 1;
    counts.set(type, count);
    const history = await workflow.getHandle(workflowId, runId).fetchHistory();
    writeFileSync(new URL(`${type}-${count}.json`, folder), historyToJson(history));
    console.log(`${type}: ${history.events?.length} events`);
  }
}
