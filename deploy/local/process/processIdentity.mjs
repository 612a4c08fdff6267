/**
 * Who a process is. A pid alone is recycled by the system; together with the moment the process started (and the boot it
 * started in) it names one process for ever, so that we never end somebody else's.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * @param {number} pid
 * @returns {string | undefined} undefined when there is no such process any more (a zombie counts as gone)
 */
export function identityOf(pid) {
  return process.platform === 'linux' ? identityFromProc(pid) : identityFromPs(pid);
}

/** @param {number} pid */
function identityFromProc(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses and may itself hold spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, startTime] = [fields[0], fields[19]];
    if (state === 'Z' || state === 'X') return undefined;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}/${startTime}`;
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
function identityFromPs(pid) {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}
