import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createCounter } from '../../../gateway/images/counter.ts';
import type { Key } from '../../../storage/keys.ts';
import type { Counted } from '../../../storage/usage.ts';
import { eventually } from '../../support/eventually.ts';

function key(name: string) {
  return { _id: name, account: `account of ${name}`, kind: 'publishable', origins: [] } as unknown as Key;
}

/** Keeps the largest total of each key, as the database does, and can be away. */
function ledger() {
  const kept = new Map<string, number>();
  const durable = new Map<string, number>();
  const state = { away: false, underWay: 0, mostUnderWay: 0, writes: 0 };
  return {
    kept,
    durable,
    state,
    async record(_instance: string, totals: readonly Counted[], options: { durable: boolean }) {
      state.underWay += 1;
      state.mostUnderWay = Math.max(state.mostUnderWay, state.underWay);
      state.writes += 1;
      const written = totals.map(({ key: name, requests }) => ({ name, requests }));
      await new Promise((resolve) => setTimeout(resolve, 5));
      state.underWay -= 1;
      if (state.away) throw new Error('away');
      for (const { name, requests } of written) {
        kept.set(name, Math.max(requests, kept.get(name) ?? 0));
        if (options.durable) durable.set(name, Math.max(requests, durable.get(name) ?? 0));
      }
    },
  };
}

function counterOn(usage: ReturnType<typeof ledger>) {
  return createCounter({
    usage,
    log: pino({ enabled: false }),
    instance: 'test',
    metrics: { imagesCounted: () => () => {} },
    onCounted: () => {},
  });
}

describe('the counter of image requests', () => {
  it('releases a request when its count is written, many per write and two writes at a time', async () => {
    const usage = ledger();
    const counter = counterOn(usage);
    let asked = 0;
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        for (let time = 0; time < 20; time += 1) {
          asked += 1;
          const before = asked;
          await counter.count(key('a'));
          expect(usage.kept.get('a')).toBeGreaterThanOrEqual(Math.min(before, asked - 49));
        }
      }),
    );
    expect(usage.kept.get('a')).toBe(1_000);
    expect(usage.state.mostUnderWay).toBeLessThanOrEqual(2);
    expect(usage.state.writes).toBeLessThan(200);
    await counter.close();
  });

  it('writes every count durably soon, even if no further request comes', async () => {
    const usage = ledger();
    const counter = counterOn(usage);
    await Promise.all([counter.count(key('a')), counter.count(key('b')), counter.count(key('a'))]);
    await eventually('both last', () => usage.durable.get('a') === 2 && usage.durable.get('b') === 1);
    await counter.close();
  });

  it('writes every count durably before it closes', async () => {
    const usage = ledger();
    const counter = counterOn(usage);
    await counter.count(key('a'));
    await counter.close();
    expect(usage.durable.get('a')).toBe(1);
  });

  it('goes on while the database is unreachable and writes everything afterwards', async () => {
    const usage = ledger();
    const counter = counterOn(usage);
    usage.state.away = true;
    for (let time = 0; time < 30; time += 1) await counter.count(key('a'));
    expect(usage.kept.get('a')).toBeUndefined();
    usage.state.away = false;
    await eventually('all are counted', () => usage.kept.get('a') === 30);
    await counter.close();
  });
});
