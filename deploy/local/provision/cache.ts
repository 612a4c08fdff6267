/** The per-user folder where binaries are kept, shared by every checkout. */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { withLock } from '../process/lock.mjs';
import { UserError } from '../userError.ts';
import { requireDiskSpace } from './diskSpace.ts';

export interface Cache {
  readonly folder: string;
  /** Where a binary of that name is, or would be. */
  binary(name: string): string;
  /** One process at a time; `onWait` is told when that means waiting. */
  withLock<T>(
    name: string,
    work: () => Promise<T>,
    options: { onWait(): void; signal: AbortSignal | undefined },
  ): Promise<T>;
  /** A folder on the same disk, gone after the work, whatever comes of it. */
  withScratchFolder<T>(work: (folder: string) => Promise<T>): Promise<T>;
  /** Moves something finished from the scratch folder into its place, where it appears whole or not at all. */
  moveIntoPlace(made: string, place: string): string;
  requireDiskSpace(bytes: number, forWhat: string): void;
}

export function openCache(env: NodeJS.ProcessEnv): Cache {
  const folder = join(resolve(env.XDG_CACHE_HOME || join(homedir(), '.cache')), 'sightread');
  const bin = join(folder, 'bin');
  try {
    mkdirSync(bin, { recursive: true });
  } catch (cause) {
    throw new UserError(
      `The cache folder ${folder} cannot be made (${String(cause)}): set XDG_CACHE_HOME to one that can.`,
    );
  }
  return {
    folder,
    binary: (name) => join(bin, name),
    withLock: (name, work, { onWait, signal }) => withLock(join(folder, 'locks', name), work, { onWait, signal }),
    async withScratchFolder(work) {
      const scratch = await mkdtemp(join(folder, 'scratch-'));
      try {
        return await work(scratch);
      } finally {
        rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
      }
    },
    moveIntoPlace(made, place) {
      renameSync(made, place);
      return place;
    },
    requireDiskSpace: (bytes, forWhat) => requireDiskSpace(folder, bytes, forWhat, 'set XDG_CACHE_HOME to a folder on another disk'),
  };
}
