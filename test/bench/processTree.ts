/** A process with all that it has started: what belongs to it, and what it costs. */
import { readFileSync } from 'node:fs';

/** The process itself and everything below it. */
export function descendants(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  return [pid, ...children.flatMap((child) => ifAlive(() => descendants(Number(child))) ?? [])];
}

/** Seconds on a core so far, with those of children that have ended. */
export const cpuSeconds = (pid: number) => sum(descendants(pid), (each) => ticksOf(each) / ticksPerSecond);

/** Memory, where what several of them share is counted once. */
export const memoryMb = (pid: number) =>
  sum(descendants(pid), (each) => numberAfter('Pss:', readFileSync(`/proc/${each}/smaps_rollup`, 'utf8')) / 1024);

/** On every Linux that Node runs on. */
const ticksPerSecond = 100;

function ticksOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name, in brackets, may have spaces: what follows does not. Own time in user and kernel, then the children's.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((total, field) => total + Number(field), 0);
}

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
