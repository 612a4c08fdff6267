/** Bundles the workflows once, so that no worker spends seconds on it at start. */
import { renameSync, writeFileSync } from 'node:fs';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { failureConverterPath } from '../runtime/temporal/dataConverter.ts';
import { tracedBundle, traceModules, workflowsPath } from './workflowCode.ts';

/** Writes the bundle to `path` atomically; with `traced`, the one with tracing interceptors beside it. */
export async function bundleWorkflows(path: string, { traced = false } = {}): Promise<string> {
  const { code } = await bundleWorkflowCode({
    workflowsPath,
    failureConverterPath,
    logger: new DefaultLogger('ERROR'),
    ...(traced && { workflowInterceptorModules: traceModules() }),
  });
  const target = traced ? tracedBundle(path) : path;
  const temporary = `${target}.${process.pid}`;
  writeFileSync(temporary, code);
  renameSync(temporary, target);
  return target;
}
