import { LRUCache } from 'lru-cache';
import { looksLikeKey } from '../../contracts/keys.ts';
import type { Key, Keys } from '../../storage/keys.ts';

/** A deleted key stops everywhere within this time, and a hot key costs one read in it. */
const keyLifeMs = 1_000;
/** While the database is away, a key that was good goes on for so long. */
const keptForMs = 10 * 60 * 1000;
/** A key that was good a moment ago does not wait longer than this for a database that hangs. */
const patienceMs = 500;
const mostKeys = 10_000;

export type FindKey = (token: string) => Promise<Key | undefined>;

/** The publishable key behind a token, if there is one. */
export function createFindKey(keys: Pick<Keys, 'find'>): FindKey {
  const known = new LRUCache<string, { key: Key }>({ max: mostKeys, ttl: keptForMs });
  const cache = new LRUCache<string, { key: Key | undefined }>({
    max: mostKeys,
    ttl: keyLifeMs,
    fetchMethod: async (token) => {
      try {
        const key = (await within(known.has(token) ? patienceMs : undefined, keys.find(token))) ?? undefined;
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
  return async (token) => {
    if (!looksLikeKey('publishable', token)) return undefined;
    const fresh = cache.get(token) ?? (await cache.fetch(token));
    return fresh?.key?.kind === 'publishable' ? fresh.key : undefined;
  };
}

function within<T>(ms: number | undefined, lookup: Promise<T>): Promise<T> {
  if (ms === undefined) return lookup;
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the database did not answer in time')), ms);
  });
  return Promise.race([lookup, tooLate]).finally(() => clearTimeout(timer));
}
