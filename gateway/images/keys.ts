import { LRUCache } from 'lru-cache';
import { looksLikeKey } from '../../contracts/accounts/keys.ts';
import { withTimeout } from '../../runtime/timeLimit.ts';
import type { Key, Keys } from '../../storage/keys.ts';

/** A deleted key stops everywhere within this time, and a hot key costs one read in it. */
const cacheTtlMs = 1_000;
/** While the database is unreachable, a key that was valid keeps working for this long. */
const staleTtlMs = 10 * 60 * 1000;
/** A key that was valid a moment ago does not wait longer for a database that hangs. */
const lookupTimeoutMs = 500;
const maxKeys = 10_000;

/** Synchronous if the key is cached, as most are. */
export type FindKey = (token: string) => Key | undefined | Promise<Key | undefined>;

/** The publishable key behind a token, if there is one. */
export function createFindKey(keys: Pick<Keys, 'find'>): FindKey {
  const lastValid = new LRUCache<string, { key: Key }>({ max: maxKeys, ttl: staleTtlMs });
  const cache = new LRUCache<string, { key: Key | undefined }>({
    max: maxKeys,
    ttl: cacheTtlMs,
    fetchMethod: async (token) => {
      try {
        const lookup = keys.find(token);
        const limited =
          lastValid.has(token) && withTimeout(lookupTimeoutMs, lookup, 'the database did not answer in time');
        const key = (await (limited || lookup)) ?? undefined;
        if (key) lastValid.set(token, { key });
        else lastValid.delete(token);
        return { key };
      } catch (error) {
        const stale = lastValid.get(token, { updateAgeOnGet: false });
        if (stale) return stale;
        throw error;
      }
    },
  });
  return (token) => {
    if (!looksLikeKey('publishable', token)) return undefined;
    const fresh = cache.get(token);
    return fresh ? publishable(fresh.key) : cache.fetch(token).then((found) => publishable(found?.key));
  };
}

function publishable(key: Key | undefined): Key | undefined {
  return key?.kind === 'publishable' ? key : undefined;
}
