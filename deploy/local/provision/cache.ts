/** The per-user cache folder for binaries, shared by every checkout. */
import { chmodSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { withLock } from '../process/lock.mjs';
import { UserError } from '../userError.ts';
import { requireDiskSpace } from './diskSpace.ts';

export interface Cache {
  readonly folder: string;
  /** The path of the binary with that name, whether or not it exists. */
  binary(name: string): string;
  /** Makes a file executable and moves it to `binary(name)`, which it returns. */
  addBinary(file: string, name: string): string;
  /** Runs `work` in one process at a time; calls `onWait` when another process holds the lock. */
  withLock<T>(
    name: string,
    work: () => Promise<T>,
    options: { onWait(): void; signal: AbortSignal | undefined },
  ): Promise<T>;
  /** Runs `work` with a new folder on the cache's disk, which is removed afterwards. */
  withScratchFolder<T>(work: (folder: string) => Promise<T>): Promise<T>;
  /** Moves a finished file or folder out of the scratch folder, atomically. */
  moveIntoPlace(from: string, to: string): string;
  requireDiskSpace(bytes: number, purpose: string): void;
}

export function openCache(env: NodeJS.ProcessEnv): Cache {
  const folder = join(resolve(env.XDG_CACHE_HOME || join(homedir(), '.cache')), 'sightread');
  const bin = join(folder, 'bin');
  try {
    mkdirSync(bin, { recursive: true });
  } catch (cause) {
    throw new UserError(
      `The cache folder ${folder} cannot be created (${String(cause)}): set XDG_CACHE_HOME to a writable folder.`,
    );
  }
  function moveIntoPlace(from: string, to: string) {
    renameSync(from, to);
    return to;
  }
  return {
    folder,
    binary: (name) => join(bin, name),
    addBinary(file, name) {
      chmodSync(file, 0o755);
      return moveIntoPlace(file, join(bin, name));
    },
    withLock: (name, work, { onWait, signal }) => withLock(join(folder, 'locks', name), work, { onWait, signal }),
    async withScratchFolder(work) {
      const scratch = await mkdtemp(join(folder, 'scratch-'));
      try {
        return await work(scratch);
      } finally {
        rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
      }
    },
    moveIntoPlace,
    requireDiskSpace: (bytes, purpose) =>
      requireDiskSpace(folder, bytes, purpose, 'set XDG_CACHE_HOME to a folder on another disk'),
  };
}
