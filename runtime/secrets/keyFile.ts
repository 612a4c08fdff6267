import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Beside the data, and never in a backup of it. */
export function keyFileIn(home: string): string {
  return join(home, 'secrets.keys');
}

/**
 * The keys in the data folder, in the form of SECRETS_KEYS; the first start creates one. Of several processes that start
 * at once one creates the file, complete from its first moment, and all of them read it.
 */
export function readOrCreateKeyFile(home: string): string {
  const path = keyFileIn(home);
  return readKeyFile(path) ?? createKeyFile(home, path);
}

function readKeyFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function createKeyFile(home: string, path: string): string {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, `1:${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
  try {
    linkSync(temporary, path);
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
  return readFileSync(path, 'utf8').trim();
}

function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
