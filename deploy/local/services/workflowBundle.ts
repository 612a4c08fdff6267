/** The workflow bundle, made anew when anything that goes into it has changed. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../project.ts';

const prefix = 'workflow-bundle-';

/** Where the bundle is; it is kept in the data folder under a name that tells its sources. Where there are traces, the one for them is beside it. */
export async function ensureWorkflowBundle(folder: string, { traced = false } = {}): Promise<string> {
  const hash = hashOfSources();
  const path = join(folder, `${prefix}${hash}.js`);
  for (const each of traced ? [false, true] : [false]) {
    if (existsSync(each ? path.replace(/\.js$/, '.traced.js') : path)) continue;
    // Only now: the bundler is heavy, and most starts do not need it.
    const { bundleWorkflows } = await import('../../../workers/bundle.ts');
    await bundleWorkflows(path, { traced: each });
  }
  for (const old of readdirSync(folder)) {
    if (old.startsWith(prefix) && !old.startsWith(prefix + hash)) rmSync(join(folder, old), { force: true });
  }
  return path;
}

/** Workflows import contracts and packages; nothing else reaches the bundle. */
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
