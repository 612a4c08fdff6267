import { describe, expect, it } from 'vitest';
import { newUser } from '../../support/accounts.ts';
import { type Answer, call } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { site } from '../../support/fixtureSite.ts';
import { killProcess } from '../../support/stackProcesses.ts';
import { openStackStorage } from '../../support/storage.ts';

const many = 200;
function month() {
  return new Date().toISOString().slice(0, 7);
}

describe('credits', () => {
  it('200 calls at once spend exactly what there is, though a worker dies meanwhile, and the rest is told so', {
    timeout: 240_000,
  }, async () => {
    const { id, secretKey: key } = await newUser('poor');
    const storage = openStackStorage();
    const lows: number[] = [];
    let done = 0;
    async function scrape(at: number): Promise<Answer> {
      const answer = await call('/v1/scrape', { key, body: { url: site(`/slow?ms=300&parallel=${id}-${at}`) } });
      done += 1;
      return answer;
    }
    const calls = Promise.all(Array.from({ length: many }, (_, at) => scrape(at)));
    const watch = (async () => {
      while (done < many) {
        const { used, reserved } = await storage.ledger.balance(id, month());
        lows.push(50 - used - reserved);
      }
    })();
    await eventually('some calls are done', () => done > 5, 120_000);
    await killProcess('worker-flow');
    const answers = await calls;
    await watch;

    const by = (status: number) => answers.filter((answer) => answer.status === status);
    expect(by(200)).toHaveLength(50);
    expect(by(402)).toHaveLength(many - 50);
    for (const { body } of by(402)) {
      expect(body).toEqual({ error: 'This needs 1 credit, and 0 of 50 are left this month.' });
    }
    expect(Math.min(...lows)).toBeGreaterThanOrEqual(0);
    const { body } = await call('/v1/credits', { key });
    expect(body).toMatchObject({ remaining: 0, used: 50, allowance: 50 });
    await storage.close();
  });

  it('what fails costs nothing, and an operation that is settled twice is charged once', async () => {
    const { id, secretKey: key } = await newUser('poor');
    expect((await call('/v1/scrape', { key, body: { url: site('/status?code=500') } })).status).toBe(422);
    expect((await call('/v1/credits', { key })).body).toMatchObject({ remaining: 50, used: 0 });

    const storage = openStackStorage();
    const reservation = { id: `twice-${id}`, account: id, operation: 'scrape' as const, amount: 5, allowance: 50 };
    await Promise.all([storage.ledger.reserveNow(reservation), storage.ledger.reserveNow(reservation)]);
    await Promise.all([1, 2, 3].map(() => storage.ledger.settleNow(reservation.id, 3)));
    await storage.close();
    expect((await call('/v1/credits', { key })).body).toMatchObject({ remaining: 47, used: 3 });
  });

  it('402 names what is needed and what is left', async () => {
    const { secretKey: key } = await newUser('poor');
    const urls = Array.from({ length: 51 }, (_, at) => site(`/${at}`));
    const answer = await call('/v1/batch/scrape', { key, body: { urls } });
    expect(answer).toMatchObject({
      status: 402,
      body: { error: 'This needs 51 credits, and 50 of 50 are left this month.' },
    });
  });
});
