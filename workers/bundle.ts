/** Bundles the workflows once, so that no worker spends seconds on it at start. */
import { renameSync, writeFileSync } from 'node:fs';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { tracedBundle, traceModules, workflowsPath } from './workflowCode.ts';

/** Writes the bundle to `path`, where it appears whole or not at all; with `traced`, the other one beside it. */
export async function bundleWorkflows(path: string, { traced = false } = {}): Promise<string> {
  const { code } = await bundleWorkflowCode({
    workflowsPath,
    logger: new DefaultLogger('ERROR'),
    ...(traced && { workflowInterceptorModules: traceModules() }),
  });
  const place = traced ? tracedBundle(path) : path;
  const aside = `${place}.${process.pid}`;
  writeFileSync(aside, code);
  renameSync(aside, place);
  return place;
}
