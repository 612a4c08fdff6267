import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import type { Counted } from '../../storage/usage.ts';
import { openTestStorage, times } from './testStorage.ts';

const { storage, close } = await openTestStorage();
afterAll(close);
const { record, ofMonth, days } = storage.usage;

/** An account with two keys, in the order of their ids. No two accounts share a key. */
function newAccount() {
  const account = randomUUID();
  const [key, other] = [`a-${account}`, `b-${account}`];
  const counted = (fields: Partial<Counted> = {}): Counted => ({
    account,
    key,
    day: '2026-11-15',
    requests: 10,
    ...fields,
  });
  return { account, key, other, counted };
}

describe('recorded image requests', () => {
  it('count once when the same totals are written again, later or at the same moment', async () => {
    const { account, key, other, counted } = newAccount();
    const totals = [counted(), counted({ key: other, requests: 3 })];
    await times(4, () => record('instance', totals, { durable: true }));
    await record('instance', totals, { durable: false });
    expect(await ofMonth(account, '2026-11')).toEqual({
      requests: 13,
      byDay: { '2026-11-15': 13 },
      byKey: { [key]: 10, [other]: 3 },
    });
  });

  it('never decrease when an earlier total arrives after a later one', async () => {
    const { account, counted } = newAccount();
    await record('instance', [counted({ requests: 25 })], { durable: false });
    await record('instance', [counted({ requests: 20 })], { durable: true });
    expect(await ofMonth(account, '2026-11')).toMatchObject({ requests: 25 });
    await record('instance', [counted({ requests: 26 })], { durable: true });
    expect(await ofMonth(account, '2026-11')).toMatchObject({ requests: 26 });
  });

  it('of several instances that write at the same moment add up', async () => {
    const { account, key, counted } = newAccount();
    await times(10, (at) => record(`instance ${at}`, [counted({ requests: at + 1 })], { durable: at % 2 === 0 }));
    const usage = { requests: 55, byDay: { '2026-11-15': 55 }, byKey: { [key]: 55 } };
    expect(await ofMonth(account, '2026-11')).toEqual(usage);
    expect(await days(account, '2026-11')).toEqual([{ day: '2026-11-15', key, requests: 55 }]);
  });

  it('may be an empty list, which changes nothing', async () => {
    await expect(record('instance', [], { durable: true })).resolves.toBeUndefined();
  });
});

describe('the usage of a month', () => {
  it('has all days of that month and none of another month or account', async () => {
    const { account, key, counted } = newAccount();
    const dates = ['2026-10-31', '2026-11-01', '2026-11-30', '2026-12-01'];
    const totals = dates.map((day) => counted({ day }));
    await record('instance', [...totals, newAccount().counted()], { durable: true });
    const usage = { requests: 20, byDay: { '2026-11-01': 10, '2026-11-30': 10 }, byKey: { [key]: 20 } };
    expect(await ofMonth(account, '2026-11')).toEqual(usage);
    expect(await ofMonth(account, '2026-10')).toMatchObject({ requests: 10 });
    expect(await ofMonth(account, '2026-09')).toEqual({ requests: 0, byDay: {}, byKey: {} });
  });

  it('by days lists each key of each day, in order', async () => {
    const { account, key, other, counted } = newAccount();
    const totals = [
      counted({ day: '2026-11-16', key: other, requests: 1 }),
      counted({ day: '2026-11-15', key: other, requests: 2 }),
      counted({ day: '2026-11-15', requests: 3 }),
      counted({ day: '2026-12-01', requests: 4 }),
    ];
    await record('instance', totals, { durable: true });
    expect(await days(account, '2026-11')).toEqual([
      { day: '2026-11-15', key, requests: 3 },
      { day: '2026-11-15', key: other, requests: 2 },
      { day: '2026-11-16', key: other, requests: 1 },
    ]);
  });
});
