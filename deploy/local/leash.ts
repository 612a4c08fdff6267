/**
 * Asks the kernel to end a server when the supervisor dies without saying so (kill -9). The servers know nothing of us, so
 * util-linux's setpriv asks in their name and then becomes them. Where there is none, the next start ends what is left.
 */
import { spawnSync } from 'node:child_process';

export interface Leash {
  /** The command line that runs the given one on the leash. */
  on(command: string, args: readonly string[]): { command: string; args: readonly string[] };
}

export function createLeash(): Leash {
  const asked = ['--pdeathsig', 'SIGTERM'];
  const able = process.platform === 'linux' && spawnSync('setpriv', [...asked, 'true']).status === 0;
  return {
    on: (command, args) => (able ? { command: 'setpriv', args: [...asked, command, ...args] } : { command, args }),
  };
}
