import { ApplicationFailure } from '@temporalio/common';
import { describe, expect, it } from 'vitest';
import type { FailureKind } from '../../../contracts/failures.ts';
import type { ChunkLeftover, ChunkWork } from '../../../contracts/work/batches.ts';
import { runBatch } from '../../support/scriptedActivities.ts';

function outage() {
  return ApplicationFailure.create({ type: 'StorageDown' satisfies FailureKind, message: 'away' });
}
function fault() {
  return new Error('a fault of ours');
}
const nothingLeft: ChunkLeftover = { render: [], later: [], ended: false };
/** Positions of the one chunk. */
const all = [0, 1, 2, 3];

/** A batch of four pages. `readPage` throws where a page breaks the attempt. */
async function attempts(readPage: (index: number, attempt: number) => void) {
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

// Side by side: both wait for most of the time.
describe.concurrent('pages whose attempts fail for a reason of ours', () => {
  it('do not fail while a store is away, however often it is asked, nor by a fault that comes on top', async () => {
    const { settled, failed, tries } = await attempts((_, attempt) => {
      if (attempt <= 4) throw outage();
      if (attempt === 5) throw fault();
    });
    expect(failed).toEqual([]);
    expect(settled).toEqual(all);
    expect(tries).toHaveLength(6);
  });

  it('do not fail with the one among them that is to blame', async () => {
    const { settled, failed, tries } = await attempts((index) => {
      if (index === 1) throw fault();
    });
    expect(settled).toEqual([0, 2, 3]);
    expect(failed).toEqual([1]);
    // Five times with the others, then five times by itself.
    expect(tries.filter((pages) => pages.includes(1))).toHaveLength(10);
  });
});
