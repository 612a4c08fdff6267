import type { MadeRendition } from './pictures.ts';

interface Deps {
  store(made: MadeRendition): Promise<void>;
  onFailure(error: unknown, made: MadeRendition): void;
  /** How many may be in memory because of this at a time. */
  limit: number;
}

/**
 * A write-behind cache: stores renditions behind the answers that contain them, since one that is lost is made again on
 * request. While the object store is slow, callers wait for it, so that what is not stored yet cannot fill the memory.
 */
export function createWriteBehind({ store, onFailure, limit }: Deps) {
  const storing = new Set<Promise<void>>();
  return {
    /** Resolves at once, or if too many are being stored, when this one is. Never rejects. */
    async store(made: MadeRendition): Promise<void> {
      const isWaitedFor = storing.size >= limit;
      const stored = store(made)
        .catch((error: unknown) => onFailure(error, made))
        .finally(() => storing.delete(stored));
      storing.add(stored);
      if (isWaitedFor) await stored;
    },
    /** Resolves when all have been stored. */
    close: () => Promise.all(storing),
  };
}
