import { call } from './client.ts';
import { eventually } from './eventually.ts';

/** Waits until the stack and everything that it depends on answer. */
export function waitForStack(): Promise<void> {
  return eventually(
    'the stack is ready',
    async () => (await call('/readyz').catch(() => undefined))?.status === 200,
    120_000,
  );
}
