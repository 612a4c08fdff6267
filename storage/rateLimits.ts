import type { MongoClient } from 'mongodb';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';

/** What was left of a limit after this one was taken from it. */
export interface Taken {
  allowed: boolean;
  limit: number;
  remaining: number;
  resetsInMs: number;
}

interface Limit {
  /** How many… */
  points: number;
  /** …in how long, counted from the first. */
  seconds: number;
}

export type Limits = ReturnType<typeof limitsIn>;

/** Counts of what was asked for lately, shared by all processes. */
export function limitsIn(client: MongoClient) {
  // They are gone in minutes anyway: no need to wait for the disk, as the rest of our writes do.
  const storeClient = client.db(undefined, { writeConcern: { w: 1, journal: false } });
  const limiters = new Map<string, RateLimiterMongo>();
  function limiterOf({ points, seconds }: Limit): RateLimiterMongo {
    const name = `${points}/${seconds}`;
    const known = limiters.get(name);
    if (known) return known;
    const limiter = new RateLimiterMongo({
      storeClient,
      tableName: 'limits',
      keyPrefix: `${seconds}`,
      points,
      duration: seconds,
      disableIndexesCreation: true,
      // Once a process has seen that all is taken, it refuses by itself until the time is over.
      inMemoryBlockOnConsumed: points + 1,
    });
    limiters.set(name, limiter);
    return limiter;
  }

  return {
    async prepare() {
      await limiterOf({ points: 1, seconds: 1 }).createIndexes();
    },
    async take(name: string, limit: Limit): Promise<Taken> {
      const limiter = limiterOf(limit);
      try {
        return takenOf(await limiter.consume(name), true, limit);
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return takenOf(refusal, false, limit);
        throw refusal;
      }
    },
    async forget(name: string, limit: Limit) {
      await limiterOf(limit).delete(name);
    },
  };
}

function takenOf({ remainingPoints, msBeforeNext }: RateLimiterRes, allowed: boolean, { points }: Limit): Taken {
  return {
    allowed,
    limit: points,
    remaining: allowed ? remainingPoints : 0,
    resetsInMs: msBeforeNext,
  };
}
