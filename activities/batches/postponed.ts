import type { Failure } from '../../contracts/failures.ts';
import type { ChunkLeftover } from '../../contracts/work/batches.ts';

type Later = ChunkLeftover['later'][number];

/** The wait after a 429 that names none. */
const defaultRetryAfterMs = 5_000;
/** A site that asks for a longer wait has refused. */
const maxRetryAfterMs = 10 * 60_000;

/** How long a site asks us to wait before the next attempt; undefined if the failure is final. */
export function retryAfterMs({ statusCode, retryAfterMs: asked }: Failure): number | undefined {
  if (statusCode !== 429 && !(statusCode === 503 && asked !== undefined)) return undefined;
  const afterMs = asked ?? defaultRetryAfterMs;
  return afterMs <= maxRetryAfterMs ? afterMs : undefined;
}

/** Until when pages wait: because their site asked for it (`refused`), or because the host or the account is busy. */
export interface Backoff {
  until: number;
  refused: boolean;
}

export function createBackoff(): Backoff {
  return { until: 0, refused: false };
}

/** Joins the postponed pages into one entry for those that were refused and one for the others, with the longest wait. */
export function joinPostponed(later: readonly Later[]): Later[] {
  return [true, false].flatMap((refused) => {
    const some = later.filter((each) => each.refused === refused);
    if (some.length === 0) return [];
    const afterMs = Math.max(...some.map((each) => each.afterMs));
    return [{ refused, indexes: some.flatMap(({ indexes }) => indexes), afterMs }];
  });
}
