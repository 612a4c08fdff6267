import type { IncomingHttpHeaders } from 'node:http';
import { keyKinds } from '../../contracts/accounts/keys.ts';
import { decideOrigin } from '../../contracts/accounts/origins.ts';
import type { Key } from '../../storage/keys.ts';
import type { FindKey, KeyLookup } from './keys.ts';
import type { ImageRequest } from './request.ts';

export type Admission =
  | { key: Key; lookedUpAt: number; refusal?: never }
  | { refusal: string; key?: never; lookedUpAt?: never };
export type Admit = (
  headers: IncomingHttpHeaders,
  request: Pick<ImageRequest, 'token'>,
  /** The key was looked up then or later. */
  notBefore?: number,
) => Admission | Promise<Admission>;

/** Checks the key of a request, and whether the page that sends it may use that key. */
export function createAdmit(findKey: FindKey): Admit {
  return (headers, { token }, notBefore) => {
    const found = token === undefined ? { key: undefined, at: 0 } : findKey(token, notBefore);
    return found instanceof Promise
      ? found.then((lookup) => admission(headers, token, lookup))
      : admission(headers, token, found);
  };
}

function admission(
  { origin = '', referer = '' }: IncomingHttpHeaders,
  token: string | undefined,
  { key, at }: KeyLookup,
): Admission {
  if (!key) return { refusal: keyRefusal(token) };
  const { allowed } = decideOrigin({ entries: key.origins, origin, referer });
  return allowed ? { key, lookedUpAt: at } : { refusal: 'Origin not allowed' };
}

/** A key that looks like one is said to be invalid and nothing else: whether it ever was a key is nobody's business. */
function keyRefusal(token = ''): string {
  if (token === '') return 'Invalid key: send a publishable key with ?token=pk_…';
  if (token.startsWith(keyKinds.secret))
    return 'Invalid key: this is a secret key (sr_…), which must not be in a URL; send a publishable key with ?token=pk_…';
  return token.startsWith(keyKinds.publishable) ? 'Invalid key' : 'Invalid key: a publishable key begins with pk_';
}
