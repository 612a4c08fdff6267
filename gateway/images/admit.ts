import type { Context } from 'koa';
import { decideOrigin } from '../../contracts/origins.ts';
import type { Key } from '../../storage/keys.ts';
import type { Asked } from './asked.ts';
import type { FindKey } from './keys.ts';

export type Admission = { key: Key; refusal?: never } | { refusal: string; key?: never };
export type Admit = (ctx: Context, asked: Pick<Asked, 'token'>) => Admission | Promise<Admission>;

/** Whose request it is, and whether its page may use that key. */
export const createAdmit =
  (findKey: FindKey): Admit =>
  (ctx, { token }) => {
    const found = token === undefined ? undefined : findKey(token);
    return found instanceof Promise ? found.then((key) => admission(ctx, key)) : admission(ctx, found);
  };

function admission(ctx: Context, key: Key | undefined): Admission {
  if (!key) return { refusal: 'Invalid key' };
  // Koa gives '' for a header that is not there.
  const { allowed } = decideOrigin({ entries: key.origins, origin: ctx.get('Origin'), referer: ctx.get('Referer') });
  return allowed ? { key } : { refusal: 'Origin not allowed' };
}
