import { setTimeout as sleep } from 'node:timers/promises';

/** Within which a changed key has to show: what a gateway knows of it is a second old at most; the rest is for a busy machine. */
export const changedKeyMs = 30_000;

/** Allows for a machine that is busy with other work. */
export const defaultTimeoutMs = 120_000;

/** Between two questions: at least this, … */
const minPauseMs = 50;
/** … and twice the time that the answer takes, but not longer than this. A command takes a second of CPU. */
const maxPauseMs = 2_000;

/** Waits until the condition holds. */
export async function eventually(
  what: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = defaultTimeoutMs,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const asked = Date.now();
    if (await condition()) return;
    if (Date.now() > deadline) throw new Error(`not within ${timeoutMs / 1_000} s: ${what}`);
    await sleep(Math.min(maxPauseMs, Math.max(minPauseMs, 2 * (Date.now() - asked))));
  }
}
