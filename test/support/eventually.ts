import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until the condition holds; the limit is for a machine that is busy with other things. */
export async function eventually(
  what: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 60_000,
): Promise<void> {
  const until = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > until) throw new Error(`after ${timeoutMs / 1_000} s still not so: ${what}`);
    await sleep(50);
  }
}
