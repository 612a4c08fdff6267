/** The data folder (SIGHTREAD_HOME): its layout, and the lock that lets only one stack at a time use it. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { holderOf, tryLock } from './process/lock.mjs';
import { stopOrphans } from './process/orphans.ts';
import { requireDiskSpace } from './provision/diskSpace.ts';
import type { Terminal } from './terminal.ts';
import { UserError } from './userError.ts';

export interface Home {
  readonly folder: string;
  readonly mongo: string;
  readonly temporalDb: string;
  readonly postgres: string;
  readonly minio: string;
  /** Counts of image requests that may not be in the database yet. */
  readonly counts: string;
  readonly logs: string;
  /** Records of the running processes, and the lock. */
  readonly run: string;
  readonly secrets: string;
  /** The addresses of the running stack's servers, and their keys. */
  readonly environment: string;
  /** The credentials of the first account, until they have been shown. */
  readonly firstKeys: string;
}

const maxOldLogs = 3;
/** Enough for the servers' own files and the data of a first day. */
const minFreeBytes = 500e6;

export function homeAt(path: string): Home {
  const folder = resolve(path);
  const inside = (name: string) => join(folder, name);
  return {
    folder,
    mongo: inside('mongo'),
    temporalDb: inside('temporal.db'),
    postgres: inside('postgres'),
    minio: inside('minio'),
    counts: inside('counts'),
    logs: inside('logs'),
    run: inside('run'),
    secrets: inside('secrets.json'),
    environment: inside('env.json'),
    firstKeys: inside('first-keys.json'),
  };
}

/** Locks the folder for this process, stops the orphans of an earlier stack that was killed, and rotates the logs. */
export async function claimHome(path: string, terminal: Terminal): Promise<Home & { release(): void }> {
  const home = homeAt(path);
  try {
    for (const folder of [home.folder, home.mongo, home.minio, home.logs, home.run]) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
    }
  } catch (cause) {
    throw new UserError(`The data folder ${home.folder} (SIGHTREAD_HOME) cannot be created: ${String(cause)}.`, {
      cause,
    });
  }
  requireDiskSpace(home.folder, minFreeBytes, 'Running Sightread', 'set SIGHTREAD_HOME to a folder on another disk');
  const lock = tryLock(lockOf(home));
  if ('heldBy' in lock) {
    throw new UserError(
      `Sightread already runs on ${home.folder} (process ${lock.heldBy.pid}): stop that one first, or set SIGHTREAD_HOME to another folder.`,
    );
  }
  try {
    await stopOrphans(home.run, terminal);
    rotateLogs(home.logs);
  } catch (cause) {
    lock.release();
    throw cause;
  }
  return { ...home, release: lock.release };
}

/** Whether a stack runs on the folder now. */
export function isInUse(home: Home): boolean {
  return holderOf(lockOf(home)) !== undefined;
}

function lockOf({ run }: Home): string {
  return join(run, 'supervisor.lock');
}

function rotateLogs(folder: string): void {
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.log'))) {
    const generation = (age: number) => join(folder, age === 0 ? name : `${name}.${age}`);
    rmSync(generation(maxOldLogs), { force: true });
    for (let age = maxOldLogs - 1; age >= 0; age -= 1) {
      if (existsSync(generation(age))) renameSync(generation(age), generation(age + 1));
    }
  }
}
