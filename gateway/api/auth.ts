import { LRUCache } from 'lru-cache';
import { keyKinds, looksLikeKey } from '../../contracts/accounts/keys.ts';
import { Failure } from '../../contracts/failures.ts';
import type { Key, Keys } from '../../storage/keys.ts';
import type { LastUse } from '../accounts/lastUse.ts';
import type { Middleware } from '../http/context.ts';

/** A deleted key stops everywhere within this time, and a hot key costs one read in it. */
const cacheTtlMs = 1_000;
const maxKeys = 10_000;

/** The secret key with that text; fails with 401 if there is none. */
export type KeyLookup = (text: string) => Promise<Key>;

export function createKeyLookup(keys: Keys, lastUse: LastUse): KeyLookup {
  const cache = new LRUCache<string, { key: Key | null }>({
    max: maxKeys,
    ttl: cacheTtlMs,
    // A lookup that fails because the database is unreachable throws; it is not an unknown key.
    fetchMethod: async (text) => ({ key: await keys.find(text) }),
  });
  return async (text) => {
    requireSecretKey(text);
    const key = (await cache.fetch(text))?.key;
    if (key?.kind !== 'secret') {
      throw new Failure('Unauthenticated', 'This API key is not known, or has been deleted.');
    }
    lastUse(key._id);
    return key;
  };
}

/** Lets through requests with a valid secret key, with the account and the key's id in `ctx.state`. */
export function createAuthentication(findKey: KeyLookup): Middleware {
  return async (ctx, next) => {
    const key = await findKey(bearer(ctx.get('Authorization')));
    ctx.state.account = key.account;
    ctx.state.key = key._id;
    await next();
  };
}

function bearer(header: string): string {
  if (header === '') {
    throw new Failure('Unauthenticated', 'Send your secret key in the header: Authorization: Bearer sr_…');
  }
  const text = /^Bearer +(\S+) *$/i.exec(header)?.[1];
  if (text === undefined) {
    throw new Failure('Unauthenticated', 'The Authorization header is not of the form: Bearer sr_…');
  }
  return text;
}

function requireSecretKey(text: string): void {
  if (text.startsWith(keyKinds.publishable)) {
    throw new Failure(
      'Unauthenticated',
      'A publishable key (pk_…) opens the image API only; this API wants a secret key (sr_…).',
    );
  }
  if (!looksLikeKey('secret', text)) {
    throw new Failure('Unauthenticated', 'This is not a secret API key; those start with sr_.');
  }
}
