import { type Process, startWorker } from '../../support/processes.ts';
import type { WholeStack } from '../../support/wholeStack.ts';
import { atLeast, type Point, type Row } from '../row.ts';
import { benchKeys } from '../stack.ts';
import { createSlowClient } from './slowClient.ts';

/** Few pages at a time for each worker, so that two cores have enough work for four. */
export const workerSettings = { FETCH_SLOTS: '2' };
const pages = 1_600;
const pageMs = 400;
/** The least speed-up, by the number of workers. */
const targets: Readonly<Record<number, number>> = { 2: 1.8, 3: 2.6, 4: 3.3 };

export async function measureWorkers({ api, env }: WholeStack): Promise<Row[]> {
  const client = createSlowClient(api, benchKeys.secret);
  const rates: Point[] = [];
  const added: Process[] = [];
  try {
    for (const workers of [1, 2, 3, 4]) {
      while (added.length < workers - 1) added.push(await startWorker(['fetch'], { ...process.env, ...env }));
      // A worker's first pages are its slowest, so each number of workers begins with a warm-up.
      await client.finish(await client.create('one.example', `warm${workers}`, 100 * workers));
      const seconds = await client.finish(await client.create('one.example', `w${workers}`, pages, pageMs));
      rates.push({ x: workers, y: pages / seconds });
    }
  } finally {
    await Promise.all(added.map((process) => process.stop()));
  }
  const [one, ...more] = rates;
  const growth = { by: 'fetch workers', unit: 'pages/s', points: rates };
  return more.map(({ x, y }, at) => ({
    ...atLeast(`${x} fetch workers against one`, y / (one?.y ?? 0), targets[x] ?? 0),
    ...(at === 0 ? { growth: { ...growth, title: 'Pages a second by the number of fetch workers' } } : {}),
  }));
}
