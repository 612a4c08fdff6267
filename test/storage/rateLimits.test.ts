import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { rateLimitsCollection } from '../../storage/rateLimits.ts';
import { openStorage } from '../../storage/storage.ts';
import { openTestStorage, times } from './testStorage.ts';

const { storage, settings, db, close } = await openTestStorage();
const otherInstance = openStorage(settings);
afterAll(async () => {
  await otherInstance.close();
  await close();
});
const { consume, reset } = storage.rateLimits;
const limit = { points: 20, seconds: 600 };

describe('a rate limit', () => {
  it('allows exactly its points of 80 parallel requests to two instances', async () => {
    const name = randomUUID();
    const usages = await times(80, (at) => (at % 2 ? storage : otherInstance).rateLimits.consume(name, limit));
    const allowed = usages.filter((usage) => usage.allowed);
    expect(allowed).toHaveLength(20);
    const expected = Array.from({ length: 20 }, (_, at) => at);
    expect(allowed.map(({ remaining }) => remaining).sort((a, b) => a - b)).toEqual(expected);
    for (const usage of usages) {
      expect(usage).toMatchObject({ limit: 20 });
      expect(usage.resetsInMs).toBeGreaterThan(0);
      expect(usage.resetsInMs).toBeLessThanOrEqual(600_000);
    }
    expect(usages.filter((usage) => !usage.allowed && usage.remaining !== 0)).toEqual([]);
  });

  it('is counted for each name by itself', async () => {
    const one = { points: 1, seconds: 600 };
    const names = [randomUUID(), randomUUID()];
    for (const name of names) expect(await consume(name, one)).toMatchObject({ allowed: true });
    for (const name of names) expect(await consume(name, one)).toMatchObject({ allowed: false });
  });

  it('starts a new window when the earlier one has ended', async () => {
    const name = randomUUID();
    await times(20, () => consume(name, limit));
    const ended = { $set: { expire: new Date(Date.now() - 1) } };
    expect(await db.collection(rateLimitsCollection).updateOne({ key: `600:${name}` }, ended)).toMatchObject({
      matchedCount: 1,
    });
    const usages = await times(5, (at) => (at % 2 ? storage : otherInstance).rateLimits.consume(name, limit));
    expect(usages.map(({ remaining }) => remaining).sort((a, b) => b - a)).toEqual([19, 18, 17, 16, 15]);
  });

  it('allows requests again after a reset, even on the instance that has refused some', async () => {
    const name = randomUUID();
    await times(22, () => consume(name, limit));
    expect(await consume(name, limit)).toMatchObject({ allowed: false });
    await reset(name, limit);
    expect(await consume(name, limit)).toMatchObject({ allowed: true, remaining: 19 });
  });
});
