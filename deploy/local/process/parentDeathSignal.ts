/**
 * Has the kernel end a server when the supervisor is killed with SIGKILL (PR_SET_PDEATHSIG). util-linux's setpriv sets
 * the signal and then executes the server. On a system without setpriv, the next start stops the orphans (orphans.ts).
 */
import { spawnSync } from 'node:child_process';
import type { CommandLine } from './spec.ts';

/** Wraps a command line so that `signal` (default SIGTERM) reaches the process when its parent dies. */
export type WithParentDeathSignal = (commandLine: CommandLine, signal?: NodeJS.Signals) => CommandLine;

export function createParentDeathSignal(): WithParentDeathSignal {
  const isSupported =
    process.platform === 'linux' && spawnSync('setpriv', ['--pdeathsig', 'SIGTERM', 'true']).status === 0;
  return ({ command, args }, signal = 'SIGTERM') =>
    isSupported ? { command: 'setpriv', args: ['--pdeathsig', signal, command, ...args] } : { command, args };
}
