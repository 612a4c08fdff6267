/**
 * `npm run record`: runs each workflow on a real stack and adds its history to test/replay/histories for replay.test.ts.
 * `npm run record -- cancelled deletion` runs only the scenarios with one of these words in their names. The histories
 * that are there stay: they are what work that is under way looks like.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import { Client, Connection, type WorkflowClient } from '@temporalio/client';
import type { PayloadCodec } from '@temporalio/common';
import { openKeyring } from '../../runtime/secrets/openKeyring.ts';
import { readSettings } from '../../runtime/settings.ts';
import { dataConverterWith } from '../../runtime/temporal/dataConverter.ts';
import { createPayloadCodec } from '../../runtime/temporal/payloadCodec.ts';
import { egressMap } from '../support/egressMap.ts';
import { eventually } from '../support/eventually.ts';
import { startSite } from '../support/site/server.ts';
import { runningWorkflows } from '../support/temporalClient.ts';
import { withWholeStack } from '../support/wholeStack.ts';
import { decryptHistory, historyToJson } from './history.ts';
import { publishableKey, scenarios } from './scenarios.ts';

const folder = new URL('./histories/', import.meta.url);
const secretKey = 'sr_recordrecordrecord';

export async function main(words: readonly string[] = []): Promise<number> {
  const wanted = scenarios.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  if (wanted.length === 0) throw new Error(`no scenario has one of these words in its name: ${words.join(', ')}`);
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
          const keyring = openKeyring(readSettings(env));
          const temporal = new Client({ connection, dataConverter: dataConverterWith(keyring) });
          for (const { run } of wanted) await run({ api, key: secretKey, images, workflow: temporal.workflow });
          await eventually(
            'every workflow has ended',
            async () => (await runningWorkflows(temporal)).length === 0,
            120_000,
          );
          await storeHistories(temporal.workflow, createPayloadCodec(keyring));
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

/** Behind the highest number that a history of this type has so far. */
function nextNumber(type: string): number {
  const numbers = readdirSync(folder).map((file) => Number(new RegExp(`^${type}-(\\d+)\\.json$`).exec(file)?.[1] ?? 0));
  return Math.max(0, ...numbers) + 1;
}

async function storeHistories(workflow: WorkflowClient, codec: PayloadCodec): Promise<void> {
  for await (const { workflowId, runId, type } of workflow.list()) {
    const history = await workflow.getHandle(workflowId, runId).fetchHistory();
    await decryptHistory(history, codec);
    const file = `${type}-${nextNumber(type)}.json`;
    writeFileSync(new URL(file, folder), historyToJson(history));
    console.log(`${file}: ${history.events?.length} events`);
  }
}
