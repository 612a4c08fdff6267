import { describe, expect, it } from 'vitest';
import { monthOf } from '../../../storage/ledger.ts';
import { newUser } from '../../support/accounts.ts';
import { type Answer, call } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { site } from '../../support/fixtureSite.ts';
import { killProcess } from '../../support/stackProcesses.ts';
import { openStackStorage } from '../../support/storage.ts';

const callCount = 200;

describe('the credits of an account', () => {
  it('are spent to exactly zero by 200 simultaneous calls although a worker dies, and the other calls get 402', {
    timeout: 240_000,
  }, async () => {
    const { id, secretKey: key } = await newUser('fifty-credits');
    const storage = openStackStorage();
    const balances: number[] = [];
    let done = 0;
    async function scrape(at: number): Promise<Answer> {
      const body = { url: site(`/slow?ms=300&parallel=${id}-${at}`) };
      let answer = await call('/v1/scrape', { key, body });
      // On a busy machine the new worker may need longer than a call waits: 503, neither done nor charged later.
      while (answer.status === 503) answer = await call('/v1/scrape', { key, body });
      done += 1;
      return answer;
    }
    const calls = Promise.all(Array.from({ length: callCount }, (_, at) => scrape(at)));
    const watch = (async () => {
      while (done < callCount) {
        const { used, reserved } = await storage.ledger.balance(id, monthOf(new Date()));
        balances.push(50 - used - reserved);
      }
    })();
    await eventually('some calls have ended', () => done > 5);
    await killProcess('worker-flow');
    const answers = await calls;
    await watch;
    // A call that was answered 503 gives its credit back, maybe after all others have been refused.
    const used = async () => (await storage.ledger.balance(id, monthOf(new Date()))).used;
    while ((await used()) < 50) answers.push(await scrape(answers.length));

    const by = (status: number) => answers.filter((answer) => answer.status === status);
    expect(by(200)).toHaveLength(50);
    expect(by(402)).toHaveLength(answers.length - 50);
    for (const { body } of by(402)) {
      expect(body).toEqual({ error: 'This needs 1 credit, and 0 of 50 are left this month.' });
    }
    expect(Math.min(...balances)).toBeGreaterThanOrEqual(0);
    const { body } = await call('/v1/credits', { key });
    expect(body).toMatchObject({ remaining: 0, used: 50, allowance: 50 });
    await storage.close();
  });

  it('are not spent by a failed page, and are charged once for an operation that is settled three times', async () => {
    const { id, secretKey: key } = await newUser('fifty-credits');
    expect((await call('/v1/scrape', { key, body: { url: site('/status?code=500') } })).status).toBe(422);
    expect((await call('/v1/credits', { key })).body).toMatchObject({ remaining: 50, used: 0 });

    const storage = openStackStorage();
    const reservation = { id: `twice-${id}`, account: id, operation: 'scrape' as const, amount: 5, allowance: 50 };
    await Promise.all([storage.ledger.reserveNow(reservation), storage.ledger.reserveNow(reservation)]);
    await Promise.all([1, 2, 3].map(() => storage.ledger.settleNow(reservation.id, 3)));
    await storage.close();
    expect((await call('/v1/credits', { key })).body).toMatchObject({ remaining: 47, used: 3 });
  });

  it('are named in the 402 answer: how many are needed and how many are left', async () => {
    const { secretKey: key } = await newUser('fifty-credits');
    const urls = Array.from({ length: 51 }, (_, at) => site(`/${at}`));
    const answer = await call('/v1/batch/scrape', { key, body: { urls } });
    expect(answer).toMatchObject({
      status: 402,
      body: { error: 'This needs 51 credits, and 50 of 50 are left this month.' },
    });
  });
});
