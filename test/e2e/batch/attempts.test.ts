import { ApplicationFailure } from '@temporalio/common';
import { describe, expect, it } from 'vitest';
import type { FailureKind } from '../../../contracts/failures.ts';
import type { ChunkLeftover, ChunkWork } from '../../../contracts/work/batches.ts';
import { runBatch } from '../../support/scriptedActivities.ts';

function storageOutage() {
  return ApplicationFailure.create({ type: 'StorageDown' satisfies FailureKind, message: 'unreachable' });
}

function ownError() {
  return new Error('a bug of ours');
}
const nothingLeft: ChunkLeftover = { render: [], later: [], ended: false };
/** Positions of the one chunk. */
const all = [0, 1, 2, 3];

/** Runs a batch of four pages. `readPage` throws when a page breaks the attempt. */
async function runAttempts(readPage: (index: number, attempt: number) => void) {
  const settled = new Set<number>();
  const failed: number[] = [];
  const tries: (readonly number[])[] = [];
  await runBatch(
    {
      openBatch: async ({ job }) => ({ job, sameBody: true }),
      async readPages({ indexes = all }: ChunkWork) {
        const unsettled = indexes.filter((index) => !settled.has(index));
        tries.push(unsettled);
        for (const index of unsettled) {
          readPage(index, tries.length);
          settled.add(index);
        }
        return nothingLeft;
      },
      unsettledPages: async ({ indexes = all }) => indexes.filter((index) => !settled.has(index)),
      async failPages({ indexes = all }) {
        failed.push(...indexes);
      },
      async finishBatch() {},
    },
    { chunkSize: all.length },
  );
  return { settled: [...settled].sort(), failed, tries };
}

// Concurrent, because both tests mostly wait for retries.
describe.concurrent('a chunk of pages whose attempts fail on our side', () => {
  it('fails no page while storage is unreachable, not even when another error follows the outage', async () => {
    const { settled, failed, tries } = await runAttempts((_, attempt) => {
      if (attempt <= 4) throw storageOutage();
      if (attempt === 5) throw ownError();
    });
    expect(failed).toEqual([]);
    expect(settled).toEqual(all);
    expect(tries).toHaveLength(6);
  });

  it('fails only the page that breaks every attempt, and settles the other pages of the chunk', async () => {
    const { settled, failed, tries } = await runAttempts((index) => {
      if (index === 1) throw ownError();
    });
    expect(settled).toEqual([0, 2, 3]);
    expect(failed).toEqual([1]);
    // Five attempts together with the other pages, then five alone.
    expect(tries.filter((pages) => pages.includes(1))).toHaveLength(10);
  });
});
