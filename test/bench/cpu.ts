import { readFileSync } from 'node:fs';
import { processTree } from '../../activities/egress/processTree.ts';

const ticksPerSecond = 100;

/** The CPU time that a process has used so far, with all its threads. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may contain anything; the numbers follow it.
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) / ticksPerSecond;
}

/** The CPU time of the processes that this one has started, without those in `except`. */
export async function cpuSecondsOfChildren(except: readonly number[]): Promise<number> {
  const tree = await processTree(process.pid);
  return tree
    .filter((pid) => pid !== process.pid && !except.includes(pid))
    .map((pid) => {
      try {
        return cpuSeconds(pid);
      } catch {
        // The process has exited meanwhile.
        return 0;
      }
    })
    .reduce((sum, seconds) => sum + seconds, 0);
}
