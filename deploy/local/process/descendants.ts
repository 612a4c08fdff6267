/**
 * Finds the descendants of a process, including those that have left its process group or lost their parent (Chromium
 * does both). Each run gets a token in its environment, which every process it starts inherits.
 */
import { readdirSync, readFileSync } from 'node:fs';

export const tokenVariable = 'SIGHTREAD_PART';

/** Kills every process that has the token in its environment. */
export function killDescendants(token: string): void {
  for (const pid of descendantsOf(token)) sendSignal(pid, 'SIGKILL');
}

/** Returns false when the process no longer exists. */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

function descendantsOf(token: string): number[] {
  if (process.platform !== 'linux') return [];
  const entry = `${tokenVariable}=${token}\0`;
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid && environmentOf(pid).includes(entry));
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return '';
  }
}
