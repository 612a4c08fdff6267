import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { leasesIn } from '../../storage/leases.ts';
import { openTestStorage, randomInteger, times } from './testStorage.ts';

const { db, close } = await openTestStorage();
afterAll(close);
/** So long that no lease ends while the database is slow; a test lets a lease end when it wants that. */
const leaseMs = 600_000;
const { acquire, pause, release } = leasesIn(db, 'hostLeases', leaseMs);

interface LeasedResource {
  _id: string;
  leases: { id: string; count: number; until: Date }[];
}
const records = db.collection<LeasedResource>('hostLeases');

async function leasesOf(resource: string) {
  return (await records.findOne({ _id: resource }))?.leases ?? [];
}
/** What the passing of time does to the lease of a worker that has died. */
async function expire(resource: string, id: string) {
  const past = new Date(Date.now() - 1);
  await records.updateOne({ _id: resource, 'leases.id': id }, { $set: { 'leases.$.until': past } });
}
/** What the passing of time does to a pause. */
async function endPause(resource: string) {
  await records.updateOne({ _id: resource }, { $set: { notBefore: new Date(Date.now() - 1) } });
}

function sum(counts: Iterable<number>) {
  return [...counts].reduce((total, count) => total + count, 0);
}

/** Workers that use no more of one resource than they were granted, and record how much they use together. */
function startWorkers(max: number, count: number) {
  const resource = randomUUID();
  const ids = Array.from({ length: count }, (_, at) => `worker ${at}`);
  const granted = new Map(ids.map((id) => [id, 0]));
  const seen = { inUse: [] as number[], leased: [] as number[] };

  /** One request of one worker. Until the answer is there, the worker uses what it asked to keep, and after that all. */
  async function step(id: string, { want, keep }: { want: number; keep: number }) {
    granted.set(id, keep);
    const grant = await acquire(resource, { id, want, keep, max });
    granted.set(id, grant.count);
    seen.inUse.push(sum(granted.values()));
    seen.leased.push(sum((await leasesOf(resource)).map((lease) => lease.count)));
    return grant;
  }
  async function stop(id: string) {
    granted.set(id, 0);
    await release(resource, id);
  }
  return { resource, ids, granted, seen, step, stop };
}

describe('leases on a resource', () => {
  it('never add up to more than the maximum, whatever 12 workers ask for at the same time', async () => {
    const max = 20;
    const { ids, granted, seen, step, stop } = startWorkers(max, 12);
    await Promise.all(
      ids.map(async (id) => {
        for (let round = 0; round < 25; round += 1) {
          const keep = randomInteger(0, granted.get(id) ?? 0);
          if (randomInteger(1, 10) === 1) await stop(id);
          else await step(id, { want: randomInteger(keep, max + 5), keep });
        }
      }),
    );
    expect(Math.max(...seen.inUse)).toBeLessThanOrEqual(max);
    expect(Math.max(...seen.leased)).toBeLessThanOrEqual(max);
    // The workers did compete: at times everything was leased.
    expect(Math.max(...seen.leased)).toBe(max);
  });

  it('reach the fair share of every worker within two renewals, however unequal they were before', async () => {
    const max = 20;
    const { ids, granted, step } = startWorkers(max, 6);
    for (const id of ids) await step(id, { want: max, keep: 0 });
    expect([...granted.values()]).toEqual([max, 0, 0, 0, 0, 0]);
    const caps = new Map(ids.map((id) => [id, max]));
    for (let renewal = 0; renewal < 2; renewal += 1) {
      for (const id of ids) {
        const keep = Math.min(granted.get(id) ?? 0, caps.get(id) ?? max);
        caps.set(id, (await step(id, { want: max, keep })).cap);
      }
    }
    for (const count of granted.values()) expect(count).toBeGreaterThanOrEqual(Math.floor(max / ids.length));
  });

  it('give a worker everything while it is alone, and tell it to shrink once another one waits', async () => {
    const resource = randomUUID();
    const request = { want: 10, keep: 0, max: 10 };
    expect(await acquire(resource, { ...request, id: 'early' })).toEqual({ count: 10, cap: 10, waitMs: 0 });
    expect(await acquire(resource, { ...request, id: 'late' })).toMatchObject({ count: 0 });

    // All ten are still in use, so they are kept, but the cap asks for fewer.
    expect(await acquire(resource, { ...request, id: 'early', keep: 10 })).toMatchObject({ count: 10, cap: 5 });
    expect(await acquire(resource, { ...request, id: 'late' })).toMatchObject({ count: 0 });
    expect(await acquire(resource, { ...request, id: 'early', keep: 5 })).toMatchObject({ count: 5, cap: 5 });
    expect(await acquire(resource, { ...request, id: 'late' })).toMatchObject({ count: 5 });
  });

  it('let a worker have more than its fair share while the others want less than theirs', async () => {
    const resource = randomUUID();
    await acquire(resource, { id: 'modest', want: 2, keep: 0, max: 10 });
    expect(await acquire(resource, { id: 'busy', want: 10, keep: 0, max: 10 })).toMatchObject({ count: 8, cap: 10 });
  });

  it('give nothing beyond what a worker wants, and take back what it no longer wants', async () => {
    const resource = randomUUID();
    expect(await acquire(resource, { id: 'worker', want: 4, keep: 0, max: 10 })).toMatchObject({ count: 4 });
    expect(await acquire(resource, { id: 'worker', want: 2, keep: 1, max: 10 })).toMatchObject({ count: 2 });
    expect(await leasesOf(resource)).toHaveLength(1);
  });

  it('of one resource do not count against another resource', async () => {
    const request = { id: 'worker', want: 5, keep: 0, max: 5 };
    const grants = await times(3, () => acquire(randomUUID(), request));
    expect(grants.map(({ count }) => count)).toEqual([5, 5, 5]);
  });

  it('end when a dead worker has not renewed its lease for the whole duration', async () => {
    const resource = randomUUID();
    const leasedAt = Date.now();
    await acquire(resource, { id: 'dead', want: 10, keep: 0, max: 10 });
    const until = (await leasesOf(resource))[0]?.until.getTime() ?? 0;
    expect(until).toBeGreaterThanOrEqual(leasedAt + leaseMs);
    expect(until).toBeLessThanOrEqual(Date.now() + leaseMs);
    const request = { id: 'living', want: 10, keep: 0, max: 10 };
    expect(await acquire(resource, request)).toMatchObject({ count: 0 });

    await expire(resource, 'dead');
    expect(await acquire(resource, request)).toMatchObject({ count: 10, cap: 10 });
    expect((await leasesOf(resource)).map(({ id }) => id)).toEqual(['living']);
  });

  it('are renewed for the whole duration by each request', async () => {
    const resource = randomUUID();
    await acquire(resource, { id: 'worker', want: 10, keep: 0, max: 10 });
    await records.updateOne({ _id: resource }, { $set: { 'leases.0.until': new Date(Date.now() + 100) } });
    const renewedAt = Date.now();
    await acquire(resource, { id: 'worker', want: 10, keep: 10, max: 10 });
    const [renewed] = await leasesOf(resource);
    expect(renewed?.until.getTime()).toBeGreaterThanOrEqual(renewedAt + leaseMs);
  });

  it('are free for others as soon as they are released', async () => {
    const resource = randomUUID();
    await acquire(resource, { id: 'first', want: 10, keep: 0, max: 10 });
    await release(resource, 'first');
    expect(await acquire(resource, { id: 'second', want: 10, keep: 0, max: 10 })).toMatchObject({ count: 10 });
  });
});

describe('a paused resource', () => {
  it('is granted to no worker, except for what a worker has in use', async () => {
    const resource = randomUUID();
    await acquire(resource, { id: 'busy', want: 6, keep: 0, max: 10 });
    await pause(resource, 600_000);

    const newcomer = await acquire(resource, { id: 'newcomer', want: 4, keep: 0, max: 10 });
    expect(newcomer.count).toBe(0);
    expect(newcomer.waitMs).toBeGreaterThan(500_000);
    expect(newcomer.waitMs).toBeLessThanOrEqual(600_000);
    expect(await acquire(resource, { id: 'busy', want: 6, keep: 3, max: 10 })).toMatchObject({ count: 3 });
  });

  it('is granted again when the pause is over', async () => {
    const resource = randomUUID();
    await pause(resource, 60_000);
    const request = { id: 'worker', want: 4, keep: 0, max: 10 };
    expect(await acquire(resource, request)).toMatchObject({ count: 0 });
    await endPause(resource);
    expect(await acquire(resource, request)).toEqual({ count: 4, cap: 10, waitMs: 0 });
  });

  it('stays paused for the longest pause that any worker asked for', async () => {
    const resource = randomUUID();
    await Promise.all([1_000, 600_000, 10_000].map((pauseMs) => pause(resource, pauseMs)));
    const { waitMs } = await acquire(resource, { id: 'worker', want: 1, keep: 0, max: 1 });
    expect(waitMs).toBeGreaterThan(500_000);
  });
});
