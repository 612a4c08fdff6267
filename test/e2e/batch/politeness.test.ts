import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { createConcurrencyLimits } from '../../../activities/batches/concurrencyLimits.ts';
import { createPoliteness, type PolitenessRules } from '../../../activities/batches/politeness.ts';
import { openStackStorage } from '../../support/storage.ts';

const storage = openStackStorage();
afterAll(() => storage.close());

/** A site that notes how many visit it at the same time. */
function busySite() {
  let present = 0;
  const seen = { max: 0, visits: 0, starts: [] as number[] };
  async function visit() {
    present += 1;
    seen.visits += 1;
    seen.max = Math.max(seen.max, present);
    seen.starts.push(Date.now());
    await wait(10);
    present -= 1;
  }
  return { seen, visit };
}

function worker(rules: Partial<PolitenessRules> = {}) {
  return createPoliteness(createConcurrencyLimits(storage.hostLeases), { perHost: 4, delayMs: 0, ...rules });
}
function someHost() {
  return `${randomUUID()}.example`;
}
function times<T>(count: number, step: () => Promise<T>) {
  return Promise.all(Array.from({ length: count }, step));
}

describe('politeness', () => {
  it('keeps three workers together within what a host bears, and gets all of them through', async () => {
    const host = someHost();
    const { seen, visit } = busySite();
    const outcomes = await times(3, async () => {
      const way = worker().host(host);
      return times(40, () => way.visit(visit));
    });
    expect(outcomes.flat().every((outcome) => 'result' in outcome)).toBe(true);
    expect(seen).toMatchObject({ max: 4, visits: 120 });
  });

  it('gives a worker that comes later its share while the first still has much to do', async () => {
    const host = someHost();
    const { seen, visit } = busySite();
    const early = worker().host(host);
    let earlyDone = 0;
    const first = times(400, async () => {
      await early.visit(visit);
      earlyDone += 1;
    });
    const late = worker().host(host);
    await times(10, () => late.visit(visit));
    expect(earlyDone).toBeLessThan(400);
    await first;
    expect(seen.max).toBe(4);
  });

  it('takes back the share of a worker that died', async () => {
    const host = someHost();
    await storage.hostLeases.acquire(host, { id: 'dead', want: 4, keep: 0, max: 4 });
    const { visit } = busySite();
    const way = worker().host(host);
    const busy = await way.visit(visit);
    expect(busy).toMatchObject({ waitMs: expect.any(Number) });
    for (;;) if ('result' in (await way.visit(visit))) return;
  }, 20_000);

  it('leaves a host alone that asked for it, whichever worker it told', async () => {
    const host = someHost();
    const { seen, visit } = busySite();
    await worker().host(host).pause(60_000);
    const outcome = await worker().host(host).visit(visit);
    expect('waitMs' in outcome && outcome.waitMs).toBeGreaterThan(50_000);
    expect(seen.visits).toBe(0);
  });

  it('lets a host rest between any two requests where a delay is set', async () => {
    const host = someHost();
    const { seen, visit } = busySite();
    const delayMs = 150;
    await times(2, async () => {
      const way = worker({ delayMs }).host(host);
      await times(4, () => way.visit(visit));
    });
    expect(seen).toMatchObject({ max: 1, visits: 8 });
    const gaps = seen.starts.slice(1).map((start, at) => start - (seen.starts[at] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(delayMs);
  }, 20_000);

  it('fails the pages that wait while the database is away', async () => {
    const problem = new Error('away');
    const hosts = { ...storage.hostLeases, acquire: () => Promise.reject(problem) };
    const way = createPoliteness(createConcurrencyLimits(hosts), { perHost: 4, delayMs: 0 }).host(someHost());
    await expect(way.visit(async () => {})).rejects.toBe(problem);
  });
});
