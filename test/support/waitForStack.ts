import { api, call } from './client.ts';
import { eventually } from './eventually.ts';
import { metricsAddress } from './metrics.ts';

const workers = ['flow', 'fetch', 'browser', 'image'] as const;

/** Waits until the stack, each of its workers and everything that they depend on answer. */
export async function waitForStack(): Promise<void> {
  for (const address of [api(), ...workers.map((each) => metricsAddress(each))])
    await eventually(`${address} is ready`, () => isReady(address), 120_000);
}

async function isReady(address: string): Promise<boolean> {
  return (await call(`${address}/readyz`, { key: null }).catch(() => undefined))?.status === 200;
}
