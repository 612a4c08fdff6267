import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { type ConcurrencySlot, concurrencySlotsCollection, slotLeaseMs } from '../../storage/concurrencySlots.ts';
import { openTestStorage, times } from './testStorage.ts';

const { storage, db, close } = await openTestStorage();
afterAll(close);
const { acquire, renew, release } = storage.concurrencySlots;

interface AccountSlots {
  _id: string;
  taken: { id: string; until: Date }[];
}
const records = db.collection<AccountSlots>(concurrencySlotsCollection);

async function takenBy(account: string) {
  return (await records.findOne({ _id: account }))?.taken ?? [];
}
/** What the passing of time does to a slot whose gateway has died. */
async function expire({ account, id }: ConcurrencySlot) {
  await records.updateOne({ _id: account, 'taken.id': id }, { $set: { 'taken.$.until': new Date(Date.now() - 1) } });
}

async function mustAcquire(account: string, max: number): Promise<ConcurrencySlot> {
  const slot = await acquire(account, max);
  if (!slot) throw new Error(`no slot is free for ${account}`);
  return slot;
}

describe('concurrency slots of an account', () => {
  it('are given to exactly as many of 50 parallel requests as the account may run', async () => {
    const account = randomUUID();
    const slots = await times(50, () => acquire(account, 7));
    const acquired = slots.filter((slot) => slot !== undefined);
    expect(acquired).toHaveLength(7);
    expect(new Set((await takenBy(account)).map(({ id }) => id))).toEqual(new Set(acquired.map(({ id }) => id)));
  });

  it('do not count against the slots of another account', async () => {
    await mustAcquire(randomUUID(), 1);
    expect(await acquire(randomUUID(), 1)).toBeDefined();
  });

  it('are free again as soon as they are released, and one release frees one slot however often it is repeated', async () => {
    const account = randomUUID();
    const slot = await mustAcquire(account, 2);
    await mustAcquire(account, 2);
    expect(await acquire(account, 2)).toBeUndefined();
    await times(3, () => release(slot));
    expect(await times(3, () => acquire(account, 2)).then((slots) => slots.filter(Boolean))).toHaveLength(1);
  });

  it('are free again after the lease of a gateway that does not renew them', async () => {
    const account = randomUUID();
    const slot = await mustAcquire(account, 1);
    expect(await acquire(account, 1)).toBeUndefined();
    await expire(slot);
    expect(await acquire(account, 1)).toBeDefined();
    expect(await takenBy(account)).toHaveLength(1);
  });

  it('are kept for another whole lease by each renewal', async () => {
    const account = randomUUID();
    const slot = await mustAcquire(account, 1);
    await records.updateOne({ _id: account }, { $set: { 'taken.0.until': new Date(Date.now() + 1_000) } });
    const renewedAt = Date.now();
    await renew(slot);
    const [renewed] = await takenBy(account);
    expect(renewed?.until.getTime()).toBeGreaterThanOrEqual(renewedAt + slotLeaseMs);
    expect(await acquire(account, 1)).toBeUndefined();
  });

  it('stay with their new holder when the earlier one renews or releases them too late', async () => {
    const account = randomUUID();
    const late = await mustAcquire(account, 1);
    await expire(late);
    const current = await mustAcquire(account, 1);
    await renew(late);
    await release(late);
    expect((await takenBy(account)).map(({ id }) => id)).toEqual([current.id]);
    expect(await acquire(account, 1)).toBeUndefined();
  });
});
