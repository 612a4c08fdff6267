import { Failure } from '../../../contracts/failures.ts';
import type { Context } from '../../http/context.ts';

interface Bounds {
  min: number;
  max: number;
  default: number;
}

/** The range of a list that the query asks for. `skip` is what some clients call `offset`. */
export function paginationOf(ctx: Pick<Context, 'query'>): { offset: number; limit: number } {
  const offsetName = ctx.query['offset'] === undefined && ctx.query['skip'] !== undefined ? 'skip' : 'offset';
  return {
    offset: integerParameter(ctx, offsetName, { min: 0, max: Number.MAX_SAFE_INTEGER, default: 0 }),
    limit: integerParameter(ctx, 'limit', { min: 1, max: 100, default: 100 }),
  };
}

function integerParameter(ctx: Pick<Context, 'query'>, name: string, bounds: Bounds): number {
  const { min, max } = bounds;
  const text = ctx.query[name];
  if (text === undefined) return bounds.default;
  const value = typeof text === 'string' && /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isInteger(value) || value < min || value > max) {
    const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
    throw new Failure('InvalidRequest', `\`${name}\` must be a whole number ${range}.`);
  }
  return value;
}
