/**
 * Asks the kernel to end a server when the supervisor dies without saying so (kill -9). The servers know nothing of us, so
 * util-linux's setpriv asks in their name and then becomes them. Where there is none, the next start ends what is left.
 */
import { spawnSync } from 'node:child_process';

export interface Leash {
  /** The command line that runs the given one on the leash; `signal` is what ends it in order. */
  on(command: string, args: readonly string[], signal?: NodeJS.Signals): { command: string; args: readonly string[] };
}

export function createLeash(): Leash {
  const able = process.platform === 'linux' && spawnSync('setpriv', ['--pdeathsig', 'SIGTERM', 'true']).status === 0;
  return {
    on: (command, args, signal = 'SIGTERM') =>
      able ? { command: 'setpriv', args: ['--pdeathsig', signal, command, ...args] } : { command, args },
  };
}
