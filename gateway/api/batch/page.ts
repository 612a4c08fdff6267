import type { Context } from 'koa';
import { Failure } from '../../../contracts/failures.ts';

interface Bounds {
  least: number;
  most: number;
  usual: number;
}

/** Which part of a list is asked for. `skip` is another client's word for `offset`. */
export function pageOf(ctx: Context) {
  return {
    offset: wholeNumber(ctx, ctx.query['offset'] === undefined && ctx.query['skip'] !== undefined ? 'skip' : 'offset', {
      least: 0,
      most: Number.MAX_SAFE_INTEGER,
      usual: 0,
    }),
    limit: wholeNumber(ctx, 'limit', { least: 1, most: 100, usual: 100 }),
  };
}

function wholeNumber(ctx: Context, name: string, { least, most, usual }: Bounds): number {
  const text = ctx.query[name];
  if (text === undefined) return usual;
  const value = typeof text === 'string' && /^\d/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isInteger(value) || value < least || value > most) {
    const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
    throw new Failure('InvalidRequest', `\`${name}\` must be a whole number ${range}.`);
  }
  return value;
}
