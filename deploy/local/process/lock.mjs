/**
 * A lock between processes: a file that names its holder. A holder that died without letting go is noticed by its identity.
 * Plain JavaScript, because the entry script needs it before the packages are installed.
 */
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identityOf } from './processIdentity.mjs';

/** @typedef {{ pid: number, identity: string }} Holder */

/** A breaker that died in the middle of its few file operations leaves its mark behind; after this long it is ignored. */
const abandonedMarkMs = 10_000;

/**
 * Takes the lock, or says who has it.
 * @param {string} path
 * @returns {{ release: () => void } | { heldBy: Holder }}
 */
export function tryLock(path) {
  mkdirSync(dirname(path), { recursive: true });
  const own = { pid: process.pid, identity: identityOf(process.pid) ?? 'unknown' };
  // Written aside and linked into place, so that nobody ever reads half a lock.
  const aside = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  writeFileSync(aside, JSON.stringify(own));
  try {
    for (;;) {
      try {
        linkSync(aside, path);
        return { release: () => rmSync(path, { force: true }) };
      } catch (cause) {
        if (!isCode(cause, 'EEXIST')) throw cause;
      }
      const holder = readHolder(path);
      if (holder === undefined) continue;
      if (identityOf(holder.pid) === holder.identity) return { heldBy: holder };
      if (!breakStale(path, holder)) return { heldBy: holder };
    }
  } finally {
    rmSync(aside, { force: true });
  }
}

/**
 * Runs `work` while holding the lock; waits for whoever holds it.
 * @template T
 * @param {string} path
 * @param {() => Promise<T>} work
 * @param {{ onWait?: (holder: Holder) => void, signal?: AbortSignal | undefined }} [options]
 * @returns {Promise<T>}
 */
export async function withLock(path, work, { onWait, signal } = {}) {
  let told = false;
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
    if (!told) onWait?.(lock.heldBy);
    told = true;
    await sleep(250);
  }
}

/**
 * Removes a dead holder's lock. Only whoever made the mark named after that holder may do so, and only after looking once
 * more: otherwise two processes that saw the same dead holder could remove each other's fresh lock.
 * @param {string} path
 * @param {Holder} dead
 * @returns {boolean} whether to try for the lock again at once
 */
function breakStale(path, dead) {
  const mark = `${path}.breaking-${dead.pid}`;
  try {
    writeFileSync(mark, '', { flag: 'wx' });
  } catch (cause) {
    if (!isCode(cause, 'EEXIST')) throw cause;
    const since = statSync(mark, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Date.now() - since > abandonedMarkMs) rmSync(mark, { force: true });
    return false;
  }
  const holder = readHolder(path);
  if (holder?.pid === dead.pid && holder.identity === dead.identity) rmSync(path, { force: true });
  rmSync(mark, { force: true });
  return true;
}

/**
 * @param {string} path
 * @returns {Holder | undefined} undefined when the lock has just been let go
 */
function readHolder(path) {
  try {
    const { pid, identity } = JSON.parse(readFileSync(path, 'utf8'));
    return { pid: Number(pid), identity: String(identity) };
  } catch (cause) {
    if (isCode(cause, 'ENOENT')) return undefined;
    // Not one of ours (a crash of the machine can leave an empty file): nobody holds it.
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
