import { setTimeout as sleep } from 'node:timers/promises';
import { call } from './client.ts';
import { eventually } from './eventually.ts';
import { killProcess } from './stackProcesses.ts';

export interface LoadResult {
  sent: number;
  answered: number;
  /** The statuses of the other requests; undefined where the connection broke. */
  failures: (number | undefined)[];
}

/** Kills the gateway under load, and ends the load once the restarted gateway has answered another 100 requests. */
export async function killGatewayUnderLoad(
  clients: number,
  send: (number: number) => Promise<{ status: number }>,
): Promise<LoadResult> {
  const result: LoadResult = { sent: 0, answered: 0, failures: [] };
  let isLoading = true;
  const load = Array.from({ length: clients }, async () => {
    while (isLoading) {
      result.sent += 1;
      const status = await send(result.sent).then(
        (answer) => answer.status,
        () => undefined,
      );
      if (status === 200) {
        result.answered += 1;
      } else {
        result.failures.push(status);
        await sleep(20);
      }
    }
  });
  await eventually('there is load', () => result.answered > 300);
  await killProcess('gateway');
  // An edge goes on for what is left of a second. If we pause meanwhile, the gateway may be back before a request fails.
  await eventually(
    'a request fails, or the gateway is back',
    async () => result.failures.length > 0 || (await isGatewayReady()),
  );
  const before = result.answered;
  await eventually('the gateway answers again', () => result.answered > before + 100);
  isLoading = false;
  await Promise.all(load);
  return result;
}

async function isGatewayReady(): Promise<boolean> {
  return (await call('/readyz').catch(() => undefined))?.status === 200;
}
