import { once } from 'node:events';

/** Set by whoever starts this process before what it connects to is up. */
export const heldStartVariable = 'HELD_START';

/** The message that ends the wait. */
export const startMessage = { type: 'start' };

/** Says that the code is loaded and waits until it is told to go on, if it was started early so that it could load meanwhile. */
export async function untilTold(env: NodeJS.ProcessEnv): Promise<void> {
  if (env[heldStartVariable] !== '1' || !process.send) return;
  process.send({ type: 'held' });
  await once(process, 'message');
}
