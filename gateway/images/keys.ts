import { LRUCache } from 'lru-cache';
import { looksLikeKey } from '../../contracts/accounts/keys.ts';
import { inTime } from '../../runtime/timeLimit.ts';
import type { Key, Keys } from '../../storage/keys.ts';

/** A deleted key stops everywhere within this time, and a hot key costs one read in it. */
const keyLifeMs = 1_000;
/** While the database is away, a key that was good goes on for so long. */
const keptForMs = 10 * 60 * 1000;
/** A key that was good a moment ago does not wait longer than this for a database that hangs. */
const patienceMs = 500;
const mostKeys = 10_000;

/** At once where the key is at hand, as most are. */
export type FindKey = (token: string) => Key | undefined | Promise<Key | undefined>;

/** The publishable key behind a token, if there is one. */
export function createFindKey(keys: Pick<Keys, 'find'>): FindKey {
  const known = new LRUCache<string, { key: Key }>({ max: mostKeys, ttl: keptForMs });
  const cache = new LRUCache<string, { key: Key | undefined }>({
    max: mostKeys,
    ttl: keyLifeMs,
    fetchMethod: async (token) => {
      try {
        const lookup = keys.find(token);
        const impatient = known.has(token) && inTime(patienceMs, lookup, 'the database did not answer in time');
        const key = (await (impatient || lookup)) ?? undefined;
        if (key) known.set(token, { key });
        else known.delete(token);
        return { key };
      } catch (error) {
        const last = known.get(token, { updateAgeOnGet: false });
        if (last) return last;
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

function publishable(key: Key | undefined) {
  return key?.kind === 'publishable' ? key : undefined;
}
