import { LRUCache } from 'lru-cache';
import { keyKinds, looksLikeKey } from '../../contracts/accounts/keys.ts';
import { Failure } from '../../contracts/failures.ts';
import type { Key, Keys } from '../../storage/keys.ts';
import type { LastUse } from '../accounts/lastUse.ts';
import type { Middleware } from '../http/context.ts';

/** A deleted key stops everywhere within this time, and a hot key costs one read in it. */
const cacheTtlMs = 1_000;
const maxKeys = 10_000;

/** Lets through requests with a valid secret key, with the account and the key's id in `ctx.state`. */
export function createAuthentication(keys: Keys, lastUse: LastUse): Middleware {
  const cache = new LRUCache<string, { key: Key | null }>({
    max: maxKeys,
    ttl: cacheTtlMs,
    // A lookup that fails because the database is unreachable throws; it is not an unknown key.
    fetchMethod: async (text) => ({ key: await keys.find(text) }),
  });
  return async (ctx, next) => {
    const text = bearer(ctx.get('Authorization'));
    const key = (await cache.fetch(text))?.key;
    if (key?.kind !== 'secret') {
      throw new Failure('Unauthenticated', 'This API key is not known, or has been deleted.');
    }
    ctx.state.account = key.account;
    ctx.state.key = key._id;
    lastUse(key._id);
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
  if (text.startsWith(keyKinds.publishable)) {
    throw new Failure(
      'Unauthenticated',
      'A publishable key (pk_…) opens the image API only; this API wants a secret key (sr_…).',
    );
  }
  if (!looksLikeKey('secret', text)) {
    throw new Failure('Unauthenticated', 'This is not a secret API key; those start with sr_.');
  }
  return text;
}
