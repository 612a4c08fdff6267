/** A process with all that it has started. */
import { readFileSync } from 'node:fs';

/** The process itself and everything below it. */
export function descendants(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  return [pid, ...children.flatMap((child) => ifAlive(() => descendants(Number(child))) ?? [])];
}

/** Memory, where what several of them share is counted once. */
export const memoryMb = (pid: number) =>
  sum(descendants(pid), (each) => numberAfter('Pss:', readFileSync(`/proc/${each}/smaps_rollup`, 'utf8')) / 1024);

const numberAfter = (name: string, text: string) => Number(new RegExp(`^${name}\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);

const sum = (pids: readonly number[], of: (pid: number) => number) =>
  pids.reduce((total, pid) => total + (ifAlive(() => of(pid)) ?? 0), 0);

function ifAlive<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    // It ended while it was being looked at.
    return undefined;
  }
}
