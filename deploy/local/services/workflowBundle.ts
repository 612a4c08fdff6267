/** The workflow bundle, made anew when its sources have changed. */
import { tracedBundle } from '../../../workers/tracedBundle.ts';
import { ensureCached } from '../../build/cache.mjs';
import { hashOf, sourcesOf } from '../../build/sources.mjs';
import { projectRoot } from '../project.ts';

/** Returns the path of the bundle. With `traced`, the variant with tracing interceptors is beside it. */
export async function ensureWorkflowBundle({ traced = false } = {}): Promise<string> {
  const name = `workflows-${hashOfSources()}.js`;
  if (traced) await ensureCached(projectRoot, tracedBundle(name), (target) => bundle(target, true));
  return ensureCached(projectRoot, name, (target) => bundle(target, false));
}

async function bundle(target: string, traced: boolean): Promise<void> {
  // Imported here because the bundler is slow to load and most starts do not need it.
  const { bundleWorkflows } = await import('../../../workers/bundle.ts');
  await bundleWorkflows(target, { traced });
}

/** Workflows import only contracts and packages, so nothing else can change the bundle. */
function hashOfSources(): string {
  return hashOf(projectRoot, [
    'package-lock.json',
    'workers/bundle.ts',
    'workers/workflowCode.ts',
    ...sourcesOf(projectRoot, ['workflows', 'contracts']),
  ]);
}
