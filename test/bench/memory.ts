import { readFileSync } from 'node:fs';
import { processTree } from '../../activities/egress/processTree.ts';

/** The resident memory of one process. */
export function residentMb(pid: number): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);
}

/** The memory of a process and its descendants, with shared pages counted once. */
export async function treeMemoryMb(root: number): Promise<number> {
  return (await processTree(root)).map(processMemoryMb).reduce((sum, size) => sum + size, 0);
}

/** The memory of one process, with its part of the pages that it shares; 0 once it has exited. */
export function processMemoryMb(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}
