import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { monthOf, type Reservation } from '../../storage/ledger.ts';
import { completedPage, itemOf } from './settledPages.ts';
import { openTestStorage, times } from './testStorage.ts';

const { storage, close } = await openTestStorage();
afterAll(close);
const { scrapes, ledger, accounts } = storage;

async function newAccount(): Promise<string> {
  const made = await accounts.create({ email: `${randomUUID()}@example.com`, plan: 'free', passwordHash: '' });
  if (!made) throw new Error('no account');
  return made._id;
}

function chargeFor(account: string, fields: Partial<Reservation> = {}): Reservation {
  return { id: randomUUID(), account, operation: 'scrape', amount: 1, allowance: 100, ...fields };
}

function balanceOf(account: string) {
  return ledger.balance(account, monthOf(new Date()));
}

describe('a scrape', () => {
  it('is stored and charged together, once, however often it is settled', async () => {
    const account = await newAccount();
    const charge = chargeFor(account);
    const settled = await times(4, () => scrapes.settle(completedPage(0), charge));
    expect(settled.map(({ charged }) => charged).toSorted()).toEqual([0, 0, 0, 1]);
    for (const { item } of settled) expect(item && (await itemOf(item)).markdown).toBe('The text of 0.');
    expect(await balanceOf(account)).toMatchObject({ used: 1, reserved: 0, byOperation: { scrape: 1 } });
  });

  it('is charged exactly as often as the balance covers, however many are settled at once', async () => {
    const account = await newAccount();
    const outcomes = await times(30, () =>
      scrapes.settle(completedPage(0), chargeFor(account, { allowance: 17 })).then(
        () => 'settled',
        ({ kind }) => kind,
      ),
    );
    expect(outcomes.filter((each) => each === 'settled')).toHaveLength(17);
    expect(outcomes.filter((each) => each === 'NotEnoughCredits')).toHaveLength(13);
    expect(await balanceOf(account)).toMatchObject({ used: 17 });
  });

  it('that cost nothing is stored without an entry, also when nothing is left', async () => {
    const account = await newAccount();
    const free = chargeFor(account, { amount: 0, allowance: 0 });
    expect((await scrapes.settle(completedPage(0), free)).item).toBeDefined();
    expect(await balanceOf(account)).toMatchObject({ used: 0 });
  });

  it('that was given up is neither stored nor charged by a worker that comes late', async () => {
    const account = await newAccount();
    const late = chargeFor(account);
    expect(await scrapes.resolve(late)).toBeUndefined();
    await expect(scrapes.settle(completedPage(0), late)).rejects.toMatchObject({ kind: 'DependencyDown' });
    expect(await scrapes.resolve(late)).toBeUndefined();
    expect(await balanceOf(account)).toMatchObject({ used: 0, reserved: 0 });
  });

  it('whose worker was lost after it was settled is found', async () => {
    const account = await newAccount();
    const charge = chargeFor(account);
    await scrapes.settle(completedPage(0), charge);
    expect(await scrapes.resolve(charge)).toBeDefined();
    expect(await balanceOf(account)).toMatchObject({ used: 1 });
  });

  it('of an account that was deleted meanwhile leaves nothing', async () => {
    const account = await newAccount();
    const charge = chargeFor(account);
    await storage.closeAccount(account);
    await expect(scrapes.settle(completedPage(0), charge)).rejects.toMatchObject({ kind: 'Unauthenticated' });
    expect(await storage.pages.content(charge.id, 0)).toBeUndefined();
    expect(await balanceOf(account)).toMatchObject({ used: 0 });
  });
});
