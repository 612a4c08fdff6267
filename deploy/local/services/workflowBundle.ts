/** The workflow bundle, rebuilt when its sources have changed. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../project.ts';

const prefix = 'workflow-bundle-';

/**
 * Returns the path of the bundle, which is kept in the data folder under a hash of its sources. With `traced`, the
 * variant with tracing interceptors is beside it.
 */
export async function ensureWorkflowBundle(folder: string, { traced = false } = {}): Promise<string> {
  const hash = hashOfSources();
  const path = join(folder, `${prefix}${hash}.js`);
  for (const isTraced of traced ? [false, true] : [false]) {
    if (existsSync(isTraced ? path.replace(/\.js$/, '.traced.js') : path)) continue;
    // Imported here because the bundler is slow to load and most starts do not need it.
    const { bundleWorkflows } = await import('../../../workers/bundle.ts');
    await bundleWorkflows(path, { traced: isTraced });
  }
  for (const name of readdirSync(folder)) {
    if (name.startsWith(prefix) && !name.startsWith(prefix + hash)) rmSync(join(folder, name), { force: true });
  }
  return path;
}

/** Workflows import only contracts and packages, so nothing else can change the bundle. */
function hashOfSources(): string {
  const files = [
    'package-lock.json',
    'workers/bundle.ts',
    'workers/workflowCode.ts',
    ...filesIn('workflows'),
    ...filesIn('contracts'),
  ];
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(projectRoot, file)))
      .update('\0');
  return hash.digest('hex').slice(0, 16);
}

function filesIn(folder: string): string[] {
  return readdirSync(join(projectRoot, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(projectRoot.length))
    .sort();
}
