import type { MongoClient } from 'mongodb';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';

export interface RateLimit {
  /** Requests per window, … */
  points: number;
  /** … which starts with the first of them and lasts this long. */
  seconds: number;
}

/** What is left of a limit after one request was counted against it. */
export interface RateLimitUsage {
  allowed: boolean;
  limit: number;
  remaining: number;
  resetsInMs: number;
}

export const rateLimitsCollection = 'rateLimits';

export type RateLimits = ReturnType<typeof rateLimitsIn>;

/** Recent requests by name, counted over all processes. */
export function rateLimitsIn(client: MongoClient) {
  // Not journaled: the counts are obsolete within minutes.
  const storeClient = client.db(undefined, { writeConcern: { w: 1, journal: false } });
  const limiters = new Map<string, RateLimiterMongo>();

  function limiterOf({ points, seconds }: RateLimit): RateLimiterMongo {
    const name = `${points}/${seconds}`;
    const known = limiters.get(name);
    if (known) return known;
    const limiter = new RateLimiterMongo({
      storeClient,
      tableName: rateLimitsCollection,
      keyPrefix: `${seconds}`,
      points,
      duration: seconds,
      disableIndexesCreation: true,
      // A process that has seen a limit used up refuses by itself until the window ends.
      inMemoryBlockOnConsumed: points + 1,
    });
    limiters.set(name, limiter);
    return limiter;
  }

  return {
    async prepare() {
      await limiterOf({ points: 1, seconds: 1 }).createIndexes();
    },
    async consume(name: string, limit: RateLimit): Promise<RateLimitUsage> {
      try {
        return usageOf(await limiterOf(limit).consume(name), true, limit);
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return usageOf(refusal, false, limit);
        throw refusal;
      }
    },
    /** Forgets every count whose name contains one of these. */
    async removeNaming(parts: readonly string[]) {
      const patterns = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
      await storeClient.collection(rateLimitsCollection).deleteMany({ key: { $regex: patterns.join('|') } });
    },
    async reset(name: string, limit: RateLimit) {
      await limiterOf(limit).delete(name);
    },
  };
}

function usageOf(
  { remainingPoints, msBeforeNext }: RateLimiterRes,
  allowed: boolean,
  { points }: RateLimit,
): RateLimitUsage {
  return { allowed, limit: points, remaining: allowed ? remainingPoints : 0, resetsInMs: msBeforeNext };
}
