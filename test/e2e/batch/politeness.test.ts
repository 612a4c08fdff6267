import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { createConcurrencyLimits } from '../../../activities/batches/concurrencyLimits.ts';
import { createPoliteness, type PoliteHost, type PolitenessRules } from '../../../activities/batches/politeness.ts';
import { type Leases, leaseMs } from '../../../storage/leases.ts';
import { openStackStorage } from '../../support/storage.ts';

const storage = openStackStorage();
afterAll(() => storage.close());

/** A site that records how many visits overlap. */
function recordingSite() {
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

function worker(rules: Partial<PolitenessRules> = {}, leases: Leases = storage.hostLeases) {
  return createPoliteness(createConcurrencyLimits(leases), { perHost: 4, delayMs: 0, ...rules });
}

/** As on a busy machine: what the database says arrives late. */
const lateAnswers: Leases = {
  ...storage.hostLeases,
  async acquire(...request) {
    const grant = await storage.hostLeases.acquire(...request);
    await wait(Math.random() * 60);
    return grant;
  },
};

function someHost() {
  return `${randomUUID()}.example`;
}

/** Comes back whenever it is sent away, as it is after a stall of two seconds. */
async function visitUntilDone(host: PoliteHost, visit: () => Promise<void>): Promise<void> {
  for (;;) {
    const outcome = await host.visit(visit);
    if ('result' in outcome) return;
    await wait(outcome.waitMs);
  }
}

function times<T>(count: number, step: () => Promise<T>) {
  return Promise.all(Array.from({ length: count }, step));
}

describe('politeness towards a host', () => {
  it('keeps three workers together within the concurrency of one host, and completes all of their visits', async () => {
    const host = someHost();
    const { seen, visit } = recordingSite();
    await times(3, async () => {
      const politeHost = worker().host(host);
      await times(40, () => visitUntilDone(politeHost, visit));
    });
    expect(seen).toMatchObject({ max: 4, visits: 120 });
  });

  it('gives a second worker a share of the host while the first worker is still busy', async () => {
    const host = someHost();
    const { seen, visit } = recordingSite();
    const early = worker().host(host);
    let isLateDone = false;
    const first = times(400, async () => {
      while (!isLateDone) await visitUntilDone(early, visit);
    });
    const late = worker().host(host);
    await times(10, () => visitUntilDone(late, visit));
    isLateDone = true;
    await first;
    expect(seen.max).toBe(4);
  });

  it('takes back the share of a worker that has died', async () => {
    const host = someHost();
    const askedAt = Date.now();
    await storage.hostLeases.acquire(host, { id: 'dead', want: 4, keep: 0, max: 4 });
    const { visit } = recordingSite();
    const politeHost = worker().host(host);
    const busy = await politeHost.visit(visit);
    // After a stall the share may be over already.
    if (Date.now() - askedAt < leaseMs) expect(busy).toMatchObject({ waitMs: expect.any(Number) });
    for (;;) if ('result' in (await politeHost.visit(visit))) return;
  });

  it('makes every worker wait for a host that told one of them to come back later', async () => {
    const host = someHost();
    const { seen, visit } = recordingSite();
    await worker().host(host).pause(600_000);
    const outcome = await worker().host(host).visit(visit);
    expect('waitMs' in outcome && outcome.waitMs).toBeGreaterThan(500_000);
    expect(seen.visits).toBe(0);
  });

  it.each([
    ['on an idle machine', storage.hostLeases],
    ['although the database is slow to answer', lateAnswers],
  ])('keeps the configured delay between any two requests to a host, %s', async (_, leases) => {
    const host = someHost();
    const { seen, visit } = recordingSite();
    const delayMs = 150;
    await times(2, async () => {
      const politeHost = worker({ delayMs }, leases).host(host);
      await times(6, () => visitUntilDone(politeHost, visit));
    });
    expect(seen).toMatchObject({ max: 1, visits: 12 });
    const gaps = seen.starts.slice(1).map((start, at) => start - (seen.starts[at] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(delayMs);
  });

  it('fails the waiting pages while the database is unreachable', async () => {
    const problem = new Error('unreachable');
    const hosts = { ...storage.hostLeases, acquire: () => Promise.reject(problem) };
    const politeHost = createPoliteness(createConcurrencyLimits(hosts), { perHost: 4, delayMs: 0 }).host(someHost());
    await expect(politeHost.visit(async () => {})).rejects.toBe(problem);
  });
});
