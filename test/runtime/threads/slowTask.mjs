/** A module that takes longer to load than its functions may run. */
import { getPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';

await sleep(1_500);

/** @param {unknown} input */
export function echo(input) {
  return input;
}

export function loop() {
  for (;;);
}

export function whichThread() {
  return threadId;
}

export function priority() {
  return getPriority();
}

/**
 * Runs until somebody writes there.
 * @param {Int32Array} released
 */
export function hold(released) {
  Atomics.wait(released, 0, 0);
}
