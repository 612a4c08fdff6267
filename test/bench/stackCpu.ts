import { readFileSync } from 'node:fs';
import { processTree } from '../../activities/egress/processTree.ts';
import type { WholeStack } from '../support/wholeStack.ts';
import { cpuSeconds } from './cpu.ts';

export interface PartCpu {
  name: string;
  ms: number;
}

/** The CPU time that the processes of a stack spend meanwhile, the largest first. */
export async function cpuMsByPart(stack: WholeStack, work: () => Promise<unknown>): Promise<PartCpu[]> {
  const before = await secondsByPart(stack);
  await work();
  const after = await secondsByPart(stack);
  return [...after]
    .map(([name, seconds]) => ({ name, ms: 1_000 * (seconds - (before.get(name) ?? 0)) }))
    .filter(({ ms }) => ms > 0)
    .sort((a, b) => b.ms - a.ms);
}

/** The CPU time that all processes of a stack spend meanwhile, servers too. */
export async function cpuMsOf(stack: WholeStack, work: () => Promise<unknown>): Promise<number> {
  return (await cpuMsByPart(stack, work)).reduce((sum, { ms }) => sum + ms, 0);
}

async function secondsByPart({ gatewayPid, workerPids }: WholeStack): Promise<Map<string, number>> {
  const parts = new Map<string, number>();
  for (const pid of await processTree(process.pid)) {
    const name = pid === gatewayPid ? 'gateway' : workerPids.includes(pid) ? 'workers' : serverName(pid);
    if (name) parts.set(name, (parts.get(name) ?? 0) + cpuSeconds(pid));
  }
  return parts;
}

/** By the name of its program; undefined for what is no server, such as the site that is read. */
function serverName(pid: number): string | undefined {
  try {
    const program = readFileSync(`/proc/${pid}/comm`, 'utf8');
    return ['mongod', 'temporal', 'minio', 'postgres'].find((name) => program.startsWith(name));
  } catch {
    // The process has exited meanwhile.
    return undefined;
  }
}
