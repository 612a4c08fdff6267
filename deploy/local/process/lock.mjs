/**
 * A lock between processes: a file that names its holder. The process identity in it shows when the holder has died
 * without releasing the lock. Plain JavaScript, because run.mjs needs it before the packages are installed.
 */
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identityOf } from './processIdentity.mjs';

/** @typedef {{ pid: number, identity: string }} Holder */

/** A process that died while it removed a stale lock leaves its marker file behind. A marker this old is deleted. */
const abandonedMarkerMs = 10_000;

/**
 * Takes the lock, or returns its holder.
 * @param {string} path
 * @returns {{ release: () => void } | { heldBy: Holder }}
 */
export function tryLock(path) {
  mkdirSync(dirname(path), { recursive: true });
  const own = { pid: process.pid, identity: identityOf(process.pid) ?? 'unknown' };
  // Written to a temporary file and linked into place, so that no process reads a half-written lock.
  const temporary = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  writeFileSync(temporary, JSON.stringify(own));
  try {
    for (;;) {
      try {
        linkSync(temporary, path);
        let isHeld = true;
        return {
          // Only once: by the second time, the lock may be another process's.
          release: () => {
            if (isHeld) rmSync(path, { force: true });
            isHeld = false;
          },
        };
      } catch (cause) {
        if (!isCode(cause, 'EEXIST')) throw cause;
      }
      const holder = readHolder(path);
      if (holder === undefined) continue;
      if (identityOf(holder.pid) === holder.identity) return { heldBy: holder };
      if (!breakStale(path, holder)) return { heldBy: holder };
    }
  } finally {
    rmSync(temporary, { force: true });
  }
}

/**
 * Runs `work` while holding the lock; waits until the current holder releases it.
 * @template T
 * @param {string} path
 * @param {() => Promise<T>} work
 * @param {{ onWait?: (holder: Holder) => void, signal?: AbortSignal | undefined }} [options]
 * @returns {Promise<T>}
 */
export async function withLock(path, work, { onWait, signal } = {}) {
  let hasReported = false;
  for (;;) {
    signal?.throwIfAborted();
    const lock = tryLock(path);
    if ('release' in lock) {
      try {
        return await work();
      } finally {
        lock.release();
      }
    }
    if (!hasReported) onWait?.(lock.heldBy);
    hasReported = true;
    await sleep(250);
  }
}

/**
 * The running process that holds the lock.
 * @param {string} path
 * @returns {Holder | undefined}
 */
export function holderOf(path) {
  const holder = readHolder(path);
  return holder && identityOf(holder.pid) === holder.identity ? holder : undefined;
}

/**
 * Removes a dead holder's lock. Only the process that created the marker file for that holder may do so, and only after
 * it has read the lock again: otherwise two processes that saw the same dead holder could remove each other's new lock.
 * @param {string} path
 * @param {Holder} dead
 * @returns {boolean} whether to try to take the lock again at once
 */
function breakStale(path, dead) {
  const marker = `${path}.breaking-${dead.pid}`;
  try {
    writeFileSync(marker, '', { flag: 'wx' });
  } catch (cause) {
    if (!isCode(cause, 'EEXIST')) throw cause;
    const since = statSync(marker, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Date.now() - since > abandonedMarkerMs) rmSync(marker, { force: true });
    return false;
  }
  const holder = readHolder(path);
  if (holder?.pid === dead.pid && holder.identity === dead.identity) rmSync(path, { force: true });
  rmSync(marker, { force: true });
  return true;
}

/**
 * @param {string} path
 * @returns {Holder | undefined} undefined when the lock has just been released
 */
function readHolder(path) {
  try {
    const { pid, identity } = JSON.parse(readFileSync(path, 'utf8'));
    return { pid: Number(pid), identity: String(identity) };
  } catch (cause) {
    if (isCode(cause, 'ENOENT')) return undefined;
    // Not a valid lock file (a crash of the machine can leave an empty one), so no process holds it.
    return { pid: 0, identity: 'nobody' };
  }
}

/**
 * @param {unknown} cause
 * @param {string} code
 */
function isCode(cause, code) {
  return cause instanceof Error && 'code' in cause && cause.code === code;
}
