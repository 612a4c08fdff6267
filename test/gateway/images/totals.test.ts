import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTotals } from '../../../gateway/images/totals.ts';

const key = { _id: 'k', account: 'acc_test' };
const yesterday = { account: 'acc_test', key: 'k', day: '2026-11-15', requests: 1 };

describe('the totals of image requests at midnight', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-15T23:59:59.900Z') });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("keep yesterday's total while its write is running, and after it has failed", () => {
    const totals = createTotals();
    totals.add(key);
    const failing = totals.takeChanged({ durable: true });
    vi.setSystemTime(new Date('2026-11-16T00:00:01Z'));
    totals.add(key);
    const succeeding = totals.takeChanged({ durable: true });
    totals.endWrite(succeeding);
    expect(totals.removeOldDays()).toEqual([]);

    totals.markDirty(failing);
    totals.endWrite(failing);
    expect(totals.removeOldDays()).toEqual([]);
    expect(totals.named(totals.takeChanged({ durable: true }))).toEqual([yesterday]);
  });

  it("remove yesterday's total once it is written durably", () => {
    const totals = createTotals();
    totals.add(key);
    const names = totals.takeChanged({ durable: true });
    vi.setSystemTime(new Date('2026-11-16T00:00:01Z'));
    totals.endWrite(names);
    expect(totals.removeOldDays()).toEqual([yesterday]);
    expect(totals.named(names)).toEqual([]);
  });

  it("keep yesterday's total while a crash of the database could still undo its write", () => {
    const totals = createTotals();
    totals.add(key);
    const names = totals.takeChanged({ durable: false });
    totals.markVolatile(names);
    totals.endWrite(names);
    vi.setSystemTime(new Date('2026-11-16T00:00:01Z'));
    expect(totals.removeOldDays()).toEqual([]);
    expect(totals.named(totals.takeChanged({ durable: true }))).toEqual([yesterday]);
  });
});
