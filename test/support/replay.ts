import type { History } from '@temporalio/common/lib/proto-utils.js';
import { bundleWorkflowCode, type ReplayResult, Worker } from '@temporalio/worker';
import type { Keyring } from '../../runtime/secrets/keyring.ts';
import { dataConverterWith, failureConverterPath } from '../../runtime/temporal/dataConverter.ts';
import { workflowsPath } from '../../workers/workflowCode.ts';
import { installQuietLogger } from './quietLogger.ts';

/** Stands in for the sink that exports spans. */
const sinks = { exporter: { export: { fn() {} } } };

/** Replays histories against the workflows as they are now. Returns those that the workflows do not follow. */
export async function replayFailures(
  histories: readonly { workflowId: string; history: History }[],
  workflowInterceptorModules: string[],
  keyring: Keyring,
): Promise<ReplayResult[]> {
  installQuietLogger();
  const workflowBundle = await bundleWorkflowCode({ workflowsPath, failureConverterPath, workflowInterceptorModules });
  const dataConverter = dataConverterWith(keyring);
  const failures: ReplayResult[] = [];
  for await (const result of Worker.runReplayHistories({ workflowBundle, sinks, dataConverter }, histories)) {
    if (result.error) failures.push(result);
  }
  return failures;
}
