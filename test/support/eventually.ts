import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until the condition holds. The default timeout allows for a machine that is busy with other work. */
export async function eventually(
  what: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 60_000,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`not within ${timeoutMs / 1_000} s: ${what}`);
    await sleep(50);
  }
}
