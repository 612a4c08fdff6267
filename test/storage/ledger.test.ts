import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import type { Operation } from '../../contracts/prices.ts';
import { monthOf, type Reservation } from '../../storage/ledger.ts';
import { dayOf } from '../../storage/usage.ts';
import { openTestStorage, randomInteger, times } from './testStorage.ts';

const { storage, db, close } = await openTestStorage();
afterAll(close);
const { ledger } = storage;

interface Entry {
  _id: string;
  account: string;
  month: string;
  operation: Operation;
  reserved: number;
  charged?: number;
  reservedAt: Date;
}
const entries = db.collection<Entry>('ledger');

function reservation(fields: Partial<Reservation> = {}): Reservation {
  return { id: randomUUID(), account: randomUUID(), operation: 'scrape', amount: 5, allowance: 100, ...fields };
}

function balanceOf(account: string) {
  return ledger.balance(account, monthOf(new Date()));
}

describe('a reservation', () => {
  it('is made once, however often and however parallel it is repeated under the same id', async () => {
    const reserved = reservation();
    await times(5, () => ledger.reserveNow(reserved));
    await ledger.reserveNow(reserved);
    expect(await balanceOf(reserved.account)).toMatchObject({ used: 0, reserved: 5 });
  });

  it('fails with the credits that are left if the allowance does not cover it, and reserves nothing', async () => {
    const first = reservation({ amount: 30, allowance: 50 });
    const { account } = first;
    await ledger.reserveNow(first);
    await expect(ledger.reserveNow(reservation({ account, amount: 21, allowance: 50 }))).rejects.toMatchObject({
      kind: 'NotEnoughCredits',
      message: 'This needs 21 credits, and 20 of 50 are left this month.',
    });
    expect(await balanceOf(account)).toMatchObject({ used: 0, reserved: 30 });
    await ledger.reserveNow(reservation({ account, amount: 20, allowance: 50 }));
    expect(await balanceOf(account)).toMatchObject({ used: 0, reserved: 50 });
  });

  it('is never refused to an account without an allowance', async () => {
    const unlimited = reservation({ amount: 1_000_000, allowance: null });
    await ledger.reserveNow(unlimited);
    expect(await balanceOf(unlimited.account)).toMatchObject({ reserved: 1_000_000 });
  });

  it('is made for exactly as many of 25 parallel requests as the allowance covers, and fails for the others', async () => {
    const account = randomUUID();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 25 }, () => ledger.reserveNow(reservation({ account, amount: 3, allowance: 25 }))),
    );
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refusals).toHaveLength(17);
    for (const refusal of refusals) expect(refusal).toMatchObject({ kind: 'NotEnoughCredits' });
    expect(await balanceOf(account)).toMatchObject({ used: 0, reserved: 24 });
    expect(await entries.countDocuments({ account })).toBe(8);
  });
});

describe('a settlement', () => {
  it('charges what was used, releases the rest, and says both', async () => {
    const reserved = reservation({ operation: 'batch' });
    await ledger.reserveNow(reserved);
    expect(await ledger.settleNow(reserved.id, 3)).toEqual({ operation: 'batch', charged: 3, released: 2 });
    expect(await balanceOf(reserved.account)).toMatchObject({
      used: 3,
      reserved: 0,
      byOperation: { batch: 3 },
      byDay: { [dayOf(new Date())]: { batch: 3 } },
    });
  });

  it('counts once, however often and however parallel it is repeated', async () => {
    const reserved = reservation();
    await ledger.reserveNow(reserved);
    const settled = await times(5, () => ledger.settleNow(reserved.id, 4));
    settled.push(await ledger.settleNow(reserved.id, 5));
    expect(settled.filter((each) => each !== undefined)).toEqual([{ operation: 'scrape', charged: 4, released: 1 }]);
    expect(await balanceOf(reserved.account)).toMatchObject({ used: 4, reserved: 0 });
  });

  it('makes the released credits available again', async () => {
    const whole = reservation({ amount: 10, allowance: 10 });
    const again = reservation({ account: whole.account, amount: 6, allowance: 10 });
    await ledger.reserveNow(whole);
    await expect(ledger.reserveNow(again)).rejects.toMatchObject({ kind: 'NotEnoughCredits' });
    await ledger.settleNow(whole.id, 4);
    await ledger.reserveNow(again);
    expect(await balanceOf(whole.account)).toMatchObject({ used: 4, reserved: 6 });
  });

  it('changes nothing if nothing was reserved under the id', async () => {
    expect(await ledger.settleNow(randomUUID(), 4)).toBeUndefined();
  });

  it('is charged to the month of the reservation, even when that month is over', async () => {
    const [id, account] = [randomUUID(), randomUUID()];
    const balances = db.collection<{ _id: string; used: number; reserved: number; byOperation: object }>('balances');
    await balances.insertOne({ _id: `${account}:2020-01`, used: 0, reserved: 5, byOperation: {} });
    const reservedAt = new Date('2020-01-31T23:59:59Z');
    await entries.insertOne({ _id: id, account, month: '2020-01', operation: 'scrape', reserved: 5, reservedAt });
    await ledger.settleNow(id, 5);
    expect(await ledger.balance(account, '2020-01')).toMatchObject({ used: 5, reserved: 0 });
    expect(await balanceOf(account)).toMatchObject({ used: 0, reserved: 0 });
  });
});

describe('a withdrawal', () => {
  it('releases the reservation, and a later settlement charges nothing', async () => {
    const reserved = reservation();
    await ledger.reserveNow(reserved);
    expect(await ledger.withdraw(reserved)).toEqual({ operation: 'scrape', charged: 0, released: 5 });
    expect(await ledger.settleNow(reserved.id, 5)).toBeUndefined();
    expect(await balanceOf(reserved.account)).toMatchObject({ used: 0, reserved: 0 });
  });

  it('that comes before the reservation keeps the reservation from being made', async () => {
    const late = reservation();
    expect(await ledger.withdraw(late)).toBeUndefined();
    await ledger.reserveNow(late);
    expect(await balanceOf(late.account)).toMatchObject({ used: 0, reserved: 0 });
  });

  it('at the same moment as the reservation leaves nothing reserved, whichever comes first', async () => {
    const account = randomUUID();
    await times(15, async () => {
      const contested = reservation({ account });
      await Promise.all([ledger.reserveNow(contested), ledger.withdraw(contested)]);
    });
    expect(await balanceOf(account)).toMatchObject({ used: 0, reserved: 0 });
    expect(await entries.countDocuments({ account, charged: 0 })).toBe(15);
  });

  it('changes nothing after the settlement', async () => {
    const used = reservation();
    await ledger.reserveNow(used);
    await ledger.settleNow(used.id, 2);
    expect(await ledger.withdraw(used)).toBeUndefined();
    expect(await balanceOf(used.account)).toMatchObject({ used: 2, reserved: 0 });
  });
});

describe('the balance of an account', () => {
  it('equals the sum of its entries after 200 random operations, ten at a time', async () => {
    const account = randomUUID();
    const allowance = 150;
    const operations: Operation[] = ['scrape', 'batch', 'extract'];
    // Few ids, so that the operations meet each other's reservations.
    const ids = Array.from({ length: 60 }, () => randomUUID());
    async function randomOperation() {
      const at = randomInteger(0, ids.length - 1);
      const [id = '', operation = 'scrape'] = [ids[at], operations[at % operations.length]];
      const reserved = { id, account, operation, amount: randomInteger(1, 10), allowance };
      const choice = randomInteger(1, 10);
      if (choice <= 5) await ledger.reserveNow(reserved).catch(ignoreMissingCredits);
      else if (choice <= 9) await ledger.settleNow(id, randomInteger(0, 1));
      else await ledger.withdraw(reserved);
    }
    for (let round = 0; round < 20; round += 1) {
      await times(10, randomOperation);
      const { used, reserved } = await balanceOf(account);
      expect(used + reserved).toBeLessThanOrEqual(allowance);
    }

    const made = await entries.find({ account }).toArray();
    const total = (list: readonly number[]) => list.reduce((sum, each) => sum + each, 0);
    const chargedFor = (operation: Operation) =>
      total(made.filter((entry) => entry.operation === operation).map(({ charged = 0 }) => charged));
    const { used, reserved, ...balance } = await balanceOf(account);
    const byOperation: Partial<Record<Operation, number>> = balance.byOperation;
    expect(used).toBe(total(made.map(({ charged = 0 }) => charged)));
    expect(reserved).toBe(total(made.filter(({ charged }) => charged === undefined).map((entry) => entry.reserved)));
    expect(operations.map((operation) => byOperation[operation] ?? 0)).toEqual(operations.map(chargedFor));
  });

  it('is zero for a month in which nothing happened', async () => {
    expect(await ledger.balance(randomUUID(), '2020-01')).toEqual({ used: 0, reserved: 0, byOperation: {} });
  });
});

function ignoreMissingCredits(problem: { kind?: string }) {
  if (problem.kind !== 'NotEnoughCredits') throw problem;
}

describe('open reservations', () => {
  it('are listed by their age until they are settled, and the oldest is named', async () => {
    // Those of the tests before.
    await entries.deleteMany({});
    expect(await ledger.oldestOpen()).toBeUndefined();
    const account = randomUUID();
    const at = (day: number) => new Date(Date.UTC(2020, 0, day));
    for (const day of [3, 1, 2]) {
      const entry = { account, month: '2020-01', operation: 'scrape' as const, reserved: 1, reservedAt: at(day) };
      await entries.insertOne({ _id: `day ${day}`, ...entry });
    }
    const unsettled = async (before: Date) => (await ledger.unsettled(before).toArray()).map(({ _id }) => _id).sort();
    expect(await ledger.oldestOpen()).toEqual(at(1));
    expect(await unsettled(at(3))).toEqual(['day 1', 'day 2']);

    await ledger.settleNow('day 1', 0);
    expect(await ledger.oldestOpen()).toEqual(at(2));
    expect(await unsettled(at(4))).toEqual(['day 2', 'day 3']);
  });
});
