import { readFileSync } from 'node:fs';
import { processTree } from '../../activities/egress/processTree.ts';

/** The resident memory of one process. */
export function residentMb(pid: number): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);
}

/** The memory of a process and its descendants, with shared pages counted once. */
export async function treeMemoryMb(root: number): Promise<number> {
  const sizes = (await processTree(root)).map((pid) => {
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      // The process has exited meanwhile.
      return 0;
    }
  });
  return sizes.reduce((sum, kilobytes) => sum + kilobytes, 0) / 1_024;
}
