import type { IncomingHttpHeaders } from 'node:http';
import { decideOrigin } from '../../contracts/accounts/origins.ts';
import type { Key } from '../../storage/keys.ts';
import type { FindKey } from './keys.ts';
import type { ImageRequest } from './request.ts';

export type Admission = { key: Key; refusal?: never } | { refusal: string; key?: never };
export type Admit = (
  headers: IncomingHttpHeaders,
  request: Pick<ImageRequest, 'token'>,
) => Admission | Promise<Admission>;

/** Checks the key of a request, and whether the page that sends it may use that key. */
export function createAdmit(findKey: FindKey): Admit {
  return (headers, { token }) => {
    const found = token === undefined ? undefined : findKey(token);
    return found instanceof Promise ? found.then((key) => admission(headers, key)) : admission(headers, found);
  };
}

function admission({ origin = '', referer = '' }: IncomingHttpHeaders, key: Key | undefined): Admission {
  if (!key) return { refusal: 'Invalid key' };
  const { allowed } = decideOrigin({ entries: key.origins, origin, referer });
  return allowed ? { key } : { refusal: 'Origin not allowed' };
}
