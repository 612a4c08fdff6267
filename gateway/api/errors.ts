import { Failure, failures } from '../../contracts/failures.ts';
import type { Context, Middleware } from '../http/context.ts';
import { faultOf, retryAfterSeconds } from '../http/faults.ts';
import { failureOf } from '../temporal/failures.ts';
import { isV2Path } from './paths.ts';
import { v2ErrorOf } from './v2/errors.ts';

/** Turns whatever was thrown into `{error}` (on /v2 `{success, error, code}`): one sentence, one status, never a stack trace. */
export const answerErrors: Middleware = async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    const failure = error instanceof Failure ? error : failureOf(error);
    ctx.state.fault = faultOf(error, failure);
    if (!failure) {
      ctx.status = 500;
      ctx.body = errorBody(ctx, `Something went wrong on our side. Please quote request ${ctx.state.requestId}.`);
      return;
    }
    const { status, code } = isV2Path(ctx.path) ? v2ErrorOf(failure) : { ...failures[failure.kind], code: undefined };
    // A limit that knows when there will be room has set it already.
    if (status === 503 || (status === 429 && !ctx.res.hasHeader('Retry-After')))
      ctx.set('Retry-After', String(retryAfterSeconds));
    ctx.status = status;
    ctx.body = errorBody(ctx, failure.message, code);
  }
};

function errorBody({ path }: Pick<Context, 'path'>, error: string, code?: string) {
  return isV2Path(path) ? { success: false, error, ...(code && { code }) } : { error };
}
