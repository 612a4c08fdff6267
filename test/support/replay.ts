import type { History } from '@temporalio/common/lib/proto-utils.js';
import { bundleWorkflowCode, type ReplayResult, Worker } from '@temporalio/worker';
import { workflowsPath } from '../../workers/workflowCode.ts';
import { installQuietLogger } from './quietLogger.ts';

/** Stands in for the sink that exports spans. */
const sinks = { exporter: { export: { fn() {} } } };

/** Replays histories against the workflows as they are now. Returns those that the workflows do not follow. */
export async function replayFailures(
  histories: readonly { workflowId: string; history: History }[],
  workflowInterceptorModules: string[],
): Promise<ReplayResult[]> {
  installQuietLogger();
  const workflowBundle = await bundleWorkflowCode({ workflowsPath, workflowInterceptorModules });
  const failures: ReplayResult[] = [];
  for await (const result of Worker.runReplayHistories({ workflowBundle, sinks }, histories)) {
    if (result.error) failures.push(result);
  }
  return failures;
}
