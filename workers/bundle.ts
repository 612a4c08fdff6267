/** Bundles the workflows once, so that no worker spends seconds on it at start. */
import { writeFileSync } from 'node:fs';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { failureConverterPath } from '../runtime/temporal/dataConverter.ts';
import { traceModules, workflowsPath } from './workflowCode.ts';

/** Writes the bundle to `path`, with tracing interceptors if it is `traced`. */
export async function bundleWorkflows(path: string, { traced }: { traced: boolean }): Promise<void> {
  const { code } = await bundleWorkflowCode({
    workflowsPath,
    failureConverterPath,
    logger: new DefaultLogger('ERROR'),
    ...(traced && { workflowInterceptorModules: traceModules() }),
  });
  writeFileSync(path, code);
}
