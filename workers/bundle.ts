/** Bundles the workflows once, so that no worker spends seconds on it at start. */
import { renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';

const workflowsPath = fileURLToPath(new URL('../workflows/index.ts', import.meta.url));

/** Writes the bundle to `path`, where it appears whole or not at all. */
export async function bundleWorkflows(path: string): Promise<void> {
  const { code } = await bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('ERROR') });
  const aside = `${path}.${process.pid}`;
  writeFileSync(aside, code);
  renameSync(aside, path);
}
