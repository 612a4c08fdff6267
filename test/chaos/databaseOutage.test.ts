import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { makeKey } from '../../contracts/accounts/keys.ts';
import { monthOf } from '../../storage/ledger.ts';
import { dayOf } from '../../storage/usage.ts';
import { newAccount } from '../support/accounts.ts';
import { waitForJob } from '../support/batches.ts';
import { call } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { site } from '../support/fixtureSite.ts';
import { fetchImage } from '../support/imageClient.ts';
import { killProcess, pauseProcess } from '../support/stackProcesses.ts';
import { openStackStorage } from '../support/storage.ts';

describe('a database that is killed again and again', () => {
  it('has callers told to try again, and nobody that something went wrong', { timeout: 120_000 }, async () => {
    const { account, key } = await newAccount();
    const seen = new Set<number>();
    const opened = new Set<string>();
    let going = true;
    async function create() {
      while (going) {
        const body = { urls: [site('/static/killed')] };
        const answer = await call<{ id: string }>('/v1/batch/scrape', { key, body });
        seen.add(answer.status);
        if (answer.status === 200) opened.add(answer.body.id);
      }
    }
    const creating = [create(), create(), create()];
    for (let times = 0; times < 3; times += 1) {
      await wait(1_500);
      await killProcess('mongod');
    }
    await eventually('a batch is opened again', async () => {
      const before = opened.size;
      await wait(500);
      return opened.size > before;
    });
    going = false;
    await Promise.all(creating);
    expect([...seen].filter((status) => status !== 200 && status !== 503)).toEqual([]);

    // Nor does one run that its caller was not told of.
    for (const id of opened)
      expect(await waitForJob(id, 60_000, key)).toMatchObject({ status: 'completed', completed: 1 });
    const storage = openStackStorage();
    const balance = () => storage.ledger.balance(account, monthOf(new Date()));
    await eventually('nothing is set aside', async () => (await balance()).reserved === 0);
    expect((await balance()).used).toBe(opened.size);
    await storage.close();
  });
});

describe('while the database is away', () => {
  it('images of known keys go on and are counted afterwards; the extraction API says when to try again', async () => {
    const { account } = await newAccount();
    const token = makeKey('publishable');
    const storage = openStackStorage();
    await storage.keys.save({ key: token, kind: 'publishable', account, name: 'test' });
    const ask = async () => (await fetchImage('github.com', { token })).status;
    expect(await ask()).toBe(200);

    const resume = await pauseProcess('mongod');
    let answered = 1;
    try {
      const until = Date.now() + 10_000;
      while (Date.now() < until) {
        expect(await ask()).toBe(200);
        answered += 1;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      const refused = await call('/v1/credits');
      expect(refused.status).toBe(503);
      expect(refused.headers.get('retry-after')).toBe('5');
      expect(await call('/readyz')).toMatchObject({ status: 503, body: { dependencies: { mongodb: 'unavailable' } } });
    } finally {
      resume();
    }
    const month = dayOf(new Date()).slice(0, 7);
    await eventually(
      'all are counted',
      async () => (await storage.usage.ofMonth(account, month)).requests === answered,
    );
    await storage.close();
  });
});
