/** The servers' addresses in the data folder: written by the running stack, read by the operators' command line. */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { type Home, isInUse } from '../home.ts';

/** Readable by the owner only, because it contains the keys of the object store. Returns a function that removes it. */
export function writeEnvFile({ environment: path }: Home, env: Readonly<Record<string, string>>): () => void {
  const temporary = `${path}.new`;
  writeFileSync(temporary, `${JSON.stringify(env, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(temporary, path);
  return () => rmSync(path, { force: true });
}

/** Undefined unless the stack runs: a stack that was killed leaves its file behind, and others may have its ports now. */
export function readEnvFile(home: Home): Record<string, string> | undefined {
  if (!isInUse(home)) return undefined;
  try {
    return JSON.parse(readFileSync(home.environment, 'utf8'));
  } catch {
    // The stack is starting or stopping.
    return undefined;
  }
}
