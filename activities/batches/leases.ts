import type { Places } from '../../storage/leases.ts';
import { createShare, type Share } from './lease.ts';

export type Shares = ReturnType<typeof createShares>;

/** Done, or to be tried again so much later because the place stayed too busy. */
export type Visit<T> = { result: T } | { waitMs: number };

/** This worker's shares of places; each is there for as long as anything is wanted of it. */
export function createShares(places: Places) {
  const shares = new Map<string, Share>();

  function shareOf(place: string, most: number): Share {
    const known = shares.get(place);
    if (known) return known;
    const share = createShare(places, place, most, () => shares.delete(place));
    shares.set(place, share);
    return share;
  }

  return {
    /** A chunk's way to a place that has room for so many: makes one visit as soon as there is room for it. */
    wayTo(place: string, most: number) {
      let gotOn = 0;
      return async <T>(visit: () => Promise<T>): Promise<Visit<T>> => {
        const share = shareOf(place, most);
        const entered = Date.now();
        const waitMs = await share.enter(() => Math.max(entered, gotOn));
        if (waitMs !== undefined) return { waitMs };
        gotOn = Date.now();
        try {
          return { result: await visit() };
        } finally {
          share.leave();
        }
      };
    },
    /** No worker begins anything there for so long. */
    async rest(place: string, restMs: number) {
      shares.get(place)?.pause();
      await places.rest(place, restMs);
    },
  };
}
