import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { newAccount } from '../support/accounts.ts';
import { waitForJob } from '../support/batches.ts';
import { call } from '../support/client.ts';
import { settledCredits } from '../support/credits.ts';
import { eventually } from '../support/eventually.ts';
import { site } from '../support/fixtureSite.ts';
import { fetchImage } from '../support/imageClient.ts';
import { newPublishableKey } from '../support/publishableKeys.ts';
import { killProcess, pauseProcess } from '../support/stackProcesses.ts';

describe('POST /v1/batch/scrape while MongoDB is killed repeatedly', () => {
  it('answers 200 or 503, and runs exactly the batches that it answered with 200', async () => {
    const { account, key } = await newAccount();
    const statuses = new Set<number>();
    const opened = new Set<string>();
    let isRunning = true;
    async function createBatches() {
      while (isRunning) {
        const body = { urls: [site('/static/killed')] };
        const answer = await call<{ id: string }>('/v1/batch/scrape', { key, body });
        statuses.add(answer.status);
        if (answer.status === 200) opened.add(answer.body.id);
      }
    }
    const creating = [createBatches(), createBatches(), createBatches()];
    for (let times = 0; times < 3; times += 1) {
      await sleep(1_500);
      await killProcess('mongod');
    }
    await eventually('a batch is opened again', async () => {
      const before = opened.size;
      await sleep(500);
      return opened.size > before;
    });
    isRunning = false;
    await Promise.all(creating);
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);

    for (const id of opened)
      expect(await waitForJob(id, 60_000, key)).toMatchObject({ status: 'completed', completed: 1 });
    // More credits would mean a batch of which its caller does not know.
    expect(await settledCredits(account)).toBe(opened.size);
  });
});

describe('the service without MongoDB', () => {
  it('serves images to known keys and counts them later, and answers 503 from the extraction API', async () => {
    const { token, requestCount } = await newPublishableKey();
    const imageStatus = async () => (await fetchImage('github.com', { token })).status;
    expect(await imageStatus()).toBe(200);

    const resume = await pauseProcess('mongod');
    let answered = 1;
    try {
      const end = Date.now() + 10_000;
      while (Date.now() < end) {
        expect(await imageStatus()).toBe(200);
        answered += 1;
        await sleep(100);
      }
      const refused = await call('/v1/credits');
      expect(refused.status).toBe(503);
      expect(refused.headers.get('retry-after')).toBe('5');
      expect(await call('/readyz')).toMatchObject({ status: 503, body: { dependencies: { mongodb: 'unavailable' } } });
    } finally {
      resume();
    }
    await eventually('every image is counted', async () => (await requestCount()) === answered);
  });
});
