import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until the condition holds; the limit is for a machine that is busy with other things. */
export async function eventually(
  what: string,
  holds: () => boolean | Promise<boolean>,
  limitMs = 60_000,
): Promise<void> {
  const until = Date.now() + limitMs;
  while (!(await holds())) {
    if (Date.now() > until) throw new Error(`after ${limitMs / 1_000} s still not so: ${what}`);
    await sleep(50);
  }
}
