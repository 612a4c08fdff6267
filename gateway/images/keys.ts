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

export interface KeyLookup {
  /** Undefined if there is no such key. */
  key: Key | undefined;
  /** What the lookup found was true then or later. */
  at: number;
}

/** Synchronous if the key is cached, as most are, and was looked up at `notBefore` or later. */
export type FindKey = (token: string, notBefore?: number) => KeyLookup | Promise<KeyLookup>;

/** The publishable key behind a token, if there is one. */
export function createFindKey(keys: Pick<Keys, 'find'>): FindKey {
  const lastValid = new LRUCache<string, { key: Key }>({ max: maxKeys, ttl: staleTtlMs });
  const cache = new LRUCache<string, KeyLookup>({
    max: maxKeys,
    ttl: cacheTtlMs,
    fetchMethod: async (token) => {
      const at = Date.now();
      try {
        const lookup = keys.find(token);
        const limited =
          lastValid.has(token) && withTimeout(lookupTimeoutMs, lookup, 'the database did not answer in time');
        const key = (await (limited || lookup)) ?? undefined;
        if (key) lastValid.set(token, { key });
        else lastValid.delete(token);
        return { key, at };
      } catch (error) {
        const stale = lastValid.get(token, { updateAgeOnGet: false });
        if (stale) return { ...stale, at };
        throw error;
      }
    },
  });
  return (token, notBefore = 0) => {
    const fresh = cache.get(token);
    if (fresh && fresh.at >= notBefore) return publishable(fresh);
    // What cannot be a key costs no lookup in the database.
    if (!looksLikeKey('publishable', token)) return { key: undefined, at: Date.now() };
    const lookup = cache.fetch(token, { forceRefresh: true });
    return lookup.then((found) => publishable(found ?? { key: undefined, at: 0 }));
  };
}

function publishable(lookup: KeyLookup): KeyLookup {
  return lookup.key === undefined || lookup.key.kind === 'publishable' ? lookup : { ...lookup, key: undefined };
}
