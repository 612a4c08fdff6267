import { once } from 'node:events';

/** Set by whoever starts this process before what it connects to is up. */
export const heldStartVariable = 'HELD_START';

/** The message that ends the wait. */
export const startMessage = { type: 'start' };

/** Waits until it is told to go on, if it was started early so that it could load its code meanwhile. */
export async function untilTold(env: NodeJS.ProcessEnv): Promise<void> {
  if (env[heldStartVariable] === '1' && process.send) await once(process, 'message');
}
