import type { BatchProgress, BatchWork, ChunkPart } from '../contracts/work/batches.ts';
import { chunkSizeFor } from '../contracts/work/batchLayout.ts';

export type ChunkQueue = ReturnType<typeof createChunkQueue>;

/**
 * The chunks of a round, in their order: those of its list, then those of a crawl's frontier, which grows. A chunk of the
 * frontier is numbered by its first position, behind the numbers of the list.
 */
export function createChunkQueue(
  { chunks, chunkSize, firstPosition }: Pick<BatchWork, 'chunks' | 'chunkSize' | 'firstPosition'>,
  { nextChunk, total = 0 }: BatchProgress,
) {
  const isCrawl = firstPosition !== undefined;
  let next = nextChunk;
  let size = total;
  const nextPosition = () => Math.max(next - chunks, firstPosition ?? 0);

  return {
    next: () => next,
    hasNext: () => next < chunks || (isCrawl && nextPosition() < size),
    take(): Pick<ChunkPart, 'chunk' | 'indexes'> {
      if (next < chunks) {
        const chunk = next;
        next += 1;
        return { chunk };
      }
      const first = nextPosition();
      const queued = size - first;
      const indexes = Array.from({ length: Math.min(queued, chunkSizeFor(queued)) }, (_, at) => first + at);
      next = chunks + first + indexes.length;
      return { chunk: chunks + first, indexes };
    },
    isDiscovered: (chunk: number): boolean => chunk >= chunks,
    /** How many URLs the crawl has accepted, as far as this queue knows. */
    size: () => size,
    grow(to: number) {
      size = Math.max(size, to);
    },
    /** In a round that begins with position 0: every position below this chunk. */
    positionsBelow: (chunk: number) => (isCrawl ? chunk : chunk * chunkSize),
  };
}
