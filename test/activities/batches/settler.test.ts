import { describe, expect, it, vi } from 'vitest';
import { createSettler } from '../../../activities/batches/settler.ts';
import type { Job } from '../../../storage/jobs.ts';
import type { SettledPage } from '../../../storage/pageRecord.ts';

const job = { _id: 'job' } as Job;

function page(index: number) {
  return { index } as SettledPage;
}

/** A settler, and the pages of each of its transactions. */
function settlerWith(settle: () => Promise<boolean> = async () => true) {
  const transactions: number[][] = [];
  const settler = createSettler({
    settle: (_, pages) => {
      transactions.push(pages.map(({ index }) => index));
      return settle();
    },
  });
  return { settler, transactions };
}

describe('the settler', () => {
  it('settles pages together that follow each other closely', async () => {
    const { settler, transactions } = settlerWith();
    const first = settler(job, page(0), true);
    await Promise.resolve();
    await Promise.all([first, settler(job, page(1), true), settler(job, page(2), false)]);
    expect(transactions).toEqual([[0, 1, 2]]);
  });

  it('settles a page at once if no other is being read', async () => {
    const { settler, transactions } = settlerWith();
    const settled = settler(job, page(0), false);
    expect(transactions).toEqual([[0]]);
    expect(await settled).toBe(true);
  });

  it('does not wait with a full group', async () => {
    const { settler, transactions } = settlerWith();
    const first = settler(job, page(0), false);
    const more = Array.from({ length: 60 }, (_, at) => settler(job, page(at + 1), true));
    await first;
    await Promise.resolve();
    expect(transactions.map(({ length }) => length)).toEqual([1, 60]);
    await Promise.all(more);
  });

  it('stops waiting for more as soon as none are coming', async () => {
    vi.useFakeTimers();
    try {
      const { settler, transactions } = settlerWith();
      const first = settler(job, page(0), true);
      const last = settler(job, page(1), false);
      // No timer fires.
      await Promise.all([first, last]);
      expect(transactions).toEqual([[0, 1]]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('stops waiting for more as soon as the group is full', async () => {
    vi.useFakeTimers();
    try {
      const { settler, transactions } = settlerWith();
      await Promise.all(Array.from({ length: 50 }, (_, at) => settler(job, page(at), true)));
      expect(transactions.map(({ length }) => length)).toEqual([50]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('fails the pages of the transaction that failed, and no others', async () => {
    let times = 0;
    const { settler } = settlerWith(async () => {
      times += 1;
      if (times === 1) throw new Error('no primary');
      return true;
    });
    const first = settler(job, page(0), false);
    const second = settler(job, page(1), false);
    await expect(first).rejects.toThrow('no primary');
    expect(await second).toBe(true);
  });

  it('says so if the job no longer runs', async () => {
    const { settler } = settlerWith(async () => false);
    expect(await settler(job, page(0), false)).toBe(false);
  });
});
