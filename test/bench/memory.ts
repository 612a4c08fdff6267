import { readFileSync } from 'node:fs';
import { processTree } from '../../activities/egress/processTree.ts';

/** The resident memory of one process. */
export function residentMb(pid: number): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);
}

/**
 * The memory of a process and its descendants, with shared pages counted once. The programs and libraries that they have
 * mapped count in full, also where a process outside the tree uses them, so the figure does not depend on what else runs.
 */
export async function treeMemoryMb(root: number): Promise<number> {
  const files = new Map<string, number>();
  let kilobytes = 0;
  for (const pid of await processTree(root)) {
    kilobytes += figureIn(readProc(pid, 'smaps_rollup'), 'Pss_Anon');
    for (const [file, fileKb] of mappedFiles(pid)) files.set(file, Math.max(files.get(file) ?? 0, fileKb));
  }
  for (const fileKb of files.values()) kilobytes += fileKb;
  return kilobytes / 1_024;
}

/** The resident pages, in kilobytes, of each part of a file that is mapped. Shared memory is mapped as a file, too. */
function* mappedFiles(pid: number): Iterable<[file: string, kilobytes: number]> {
  for (const mapping of readProc(pid, 'smaps').split(/^(?=[\da-f]+-[\da-f]+ )/m)) {
    const [, , offset, device, inode] = mapping.split(/\s+/, 5);
    if (inode === undefined || inode === '0') continue;
    yield [`${device} ${inode} ${offset}`, figureIn(mapping, 'Rss') - figureIn(mapping, 'Anonymous')];
  }
}

function figureIn(text: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
}

/** Nothing once the process has exited. */
function readProc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

/** The memory of one process, with its part of the pages that it shares; 0 once it has exited. */
export function processMemoryMb(pid: number): number {
  return figureIn(readProc(pid, 'smaps_rollup'), 'Pss') / 1_024;
}
