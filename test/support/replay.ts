import type { History } from '@temporalio/common/lib/proto-utils.js';
import { type ReplayResult, Worker } from '@temporalio/worker';
import { ensureWorkflowBundle } from '../../deploy/local/services/workflowBundle.ts';
import type { Keyring } from '../../runtime/secrets/keyring.ts';
import { dataConverterWith } from '../../runtime/temporal/dataConverter.ts';
import { tracedBundle } from '../../workers/tracedBundle.ts';
import { installQuietLogger } from './quietLogger.ts';

/** Stands in for the sink that exports spans. */
const sinks = { exporter: { export: { fn() {} } } };

/** Replays histories against the bundle that workers run now. Returns those that the workflows do not follow. */
export async function replayFailures(
  histories: readonly { workflowId: string; history: History }[],
  keyring: Keyring,
  { traced }: { traced: boolean },
): Promise<ReplayResult[]> {
  installQuietLogger();
  const path = await ensureWorkflowBundle({ traced });
  const workflowBundle = { codePath: traced ? tracedBundle(path) : path };
  const dataConverter = dataConverterWith(keyring);
  const failures: ReplayResult[] = [];
  for await (const result of Worker.runReplayHistories({ workflowBundle, sinks, dataConverter }, histories)) {
    if (result.error) failures.push(result);
  }
  return failures;
}
