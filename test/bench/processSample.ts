import { readdirSync, readlinkSync } from 'node:fs';
import { processTree } from '../../activities/egress/processTree.ts';
import { residentMb } from './memory.ts';

/** The resources that a process holds at one moment. */
export interface ProcessSample {
  memoryMb: number;
  /** Open files and sockets. */
  handles: number;
  /** The process itself and its descendants. */
  processes: number;
}

export async function sampleProcess(pid: number): Promise<ProcessSample> {
  return { memoryMb: residentMb(pid), handles: handlesOf(pid), processes: (await processTree(pid)).length };
}

function handlesOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).filter((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`) !== '';
    } catch {
      // The handle was closed meanwhile.
      return false;
    }
  }).length;
}
