import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { hashOf, sourcesOf } from './sources.mjs';

/** A process may still run from what an edit has replaced, so it stays for a while after its last start. */
const maxUnusedMs = 3 * 24 * 60 * 60 * 1_000;

/**
 * Where what is made of the sources is kept: every stack of this clone shares it, and the packages are found from there.
 * @param {string} root
 */
function cacheFolder(root) {
  const folder = join(root, 'node_modules/.cache/sightread');
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** The variable that tells tests where the compiled sources are. */
export const compiledVariable = 'COMPILED_SOURCES';

/**
 * Returns the folder with the compiled sources, compiled now unless they were before.
 * @param {string} root
 */
export async function ensureCompiled(root) {
  const hash = hashOf(root, ['package-lock.json', 'tsconfig.json', ...sourcesOf(root)]);
  return ensureCached(root, `compiled-${hash}`, async (target) => {
    // Imported here because most starts find everything compiled.
    const { compile } = await import('./compile.mjs');
    await compile(root, target);
  });
}

/** What V8 has compiled is for one version of it. */
export const bundlesName = `bundles-${process.version}`;

/**
 * The folder with the bundles of compiled sources (bundle.mjs), if they have been made.
 * @param {string} compiled
 */
export function bundlesOf(compiled) {
  const folder = join(compiled, bundlesName);
  return existsSync(folder) ? folder : undefined;
}

/**
 * Returns the path of a file or folder of the cache. `make` is given a path of its own to write to, so a start that is
 * killed, or a second one at the same time, leaves nothing half done.
 * @param {string} root
 * @param {string} name
 * @param {(target: string) => Promise<unknown>} make
 */
export async function ensureCached(root, name, make) {
  const folder = cacheFolder(root);
  const path = join(folder, name);
  if (!existsSync(path)) {
    const temporary = join(dirname(path), `${process.pid}-${Date.now()}-${basename(path)}`);
    await make(temporary);
    try {
      renameSync(temporary, path);
    } catch (cause) {
      rmSync(temporary, { recursive: true, force: true });
      if (!existsSync(path)) throw cause;
    }
  }
  const now = new Date();
  utimesSync(path, now, now);
  removeUnused(folder, now.getTime() - maxUnusedMs);
  return path;
}

/**
 * @param {string} folder
 * @param {number} before
 */
function removeUnused(folder, before) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: before };
    if (mtimeMs < before) rmSync(path, { recursive: true, force: true });
  }
}
