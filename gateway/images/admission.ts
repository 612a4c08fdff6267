import type { IncomingHttpHeaders } from 'node:http';
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
    return found instanceof Promise ? found.then((lookup) => admission(headers, lookup)) : admission(headers, found);
  };
}

function admission({ origin = '', referer = '' }: IncomingHttpHeaders, { key, at }: KeyLookup): Admission {
  if (!key) return { refusal: 'Invalid key' };
  const { allowed } = decideOrigin({ entries: key.origins, origin, referer });
  return allowed ? { key, lookedUpAt: at } : { refusal: 'Origin not allowed' };
}
