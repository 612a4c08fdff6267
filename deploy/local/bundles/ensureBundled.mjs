import { readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { bundle } from '../../build/bundle.mjs';
import { bundlesName, ensureCached } from '../../build/cache.mjs';
import { bundledProcesses } from '../../build/processes.mjs';
import { tryLock } from '../process/lock.mjs';

/**
 * Bundles compiled sources, unless they were before or another process does so now.
 * @param {string} root
 * @param {string} compiled
 * @param {Readonly<Record<string, import('../../build/processes.mjs').BundledProcess>>} [processes]
 */
export async function ensureBundled(root, compiled, processes = bundledProcesses) {
  const lock = tryLock(join(compiled, 'bundles.lock'));
  if (!('release' in lock)) return;
  try {
    // By a process that was killed.
    const halfDone = readdirSync(compiled).filter((name) => name.endsWith(`-${bundlesName}`));
    for (const name of halfDone) rmSync(join(compiled, name), { recursive: true, force: true });
    await ensureCached(root, join(basename(compiled), bundlesName), (target) =>
      bundle(root, compiled, target, processes),
    );
  } finally {
    lock.release();
  }
}
