/**
 * Finds a part's processes, also those that left its process group or lost their parent (a browser does both): each part is
 * started with a token of its own in the environment, which everything it starts inherits.
 */
import { readdirSync, readFileSync } from 'node:fs';

export const tokenVariable = 'SIGHTREAD_PART';

/** Ends everything that carries the token. */
export function killDescendants(token: string): void {
  for (const pid of descendantsOf(token)) sendSignal(pid, 'SIGKILL');
}

/** False when there is no such process any more. */
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
