/**
 * Runs a process from its bundle: `node deploy/build/runBundle.mjs BUNDLE ARGUMENTS…`. V8 gets what it has compiled before
 * (bundle.mjs), which Node 20 offers for scripts only; if it was compiled by another V8, it is compiled again.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname } from 'node:path';
import { argv, env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { mapStackTraces } from './stackTraces.mjs';

/** Set where a process only loads its code: the file that gets what V8 has compiled. */
export const codeVariable = 'WRITE_CODE';

/** @param {string} bundle */
export function codeFileOf(bundle) {
  return `${bundle}.code`;
}

/**
 * Returns what the bundle exports.
 * @param {string} path
 */
export function loadBundle(path) {
  mapStackTraces(path);
  const target = env[codeVariable];
  const script = new Script(readFileSync(path, 'latin1'), {
    // Without its folder, because V8 keeps the name with what it has compiled.
    filename: basename(path),
    ...(!target && { cachedData: readFileSync(codeFileOf(path)) }),
  });
  if (target) writeWhenHeld(() => writeFileSync(target, script.createCachedData()));
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(path), module, path, dirname(path));
  if (target && 'main' in module.exports) process.send?.({ type: 'held' });
  return module.exports;
}

/**
 * A process that is held has loaded its code (runtime/heldStart.ts), and this one does not go on.
 * @param {() => void} write
 */
function writeWhenHeld(write) {
  env['HELD_START'] = '1';
  process.send = () => {
    write();
    process.exit(0);
  };
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  argv.splice(1, 1);
  loadBundle(argv[1] ?? '');
}
