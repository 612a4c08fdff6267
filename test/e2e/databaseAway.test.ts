import { describe, expect, it } from 'vitest';
import { makeKey } from '../../contracts/keys.ts';
import { dayOf } from '../../storage/usage.ts';
import { eventually } from '../eventually.ts';
import { newAccount } from './accounts.ts';
import { call, pausePart } from './client.ts';
import { image } from './imageClient.ts';
import { openStack } from './storage.ts';

describe('while the database is away', () => {
  it('images of known keys go on and are counted afterwards; the extraction API says when to try again', async () => {
    const { account } = await newAccount();
    const token = makeKey('publishable');
    const storage = openStack();
    await storage.keys.save({ key: token, kind: 'publishable', account, name: 'test' });
    const ask = async () => (await image('github.com', { token })).status;
    expect(await ask()).toBe(200);

    const resume = pausePart('mongod');
    let answered = 1;
    try {
      const until = Date.now() + 20_000;
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
