import { Failure, failures } from '../../contracts/failures.ts';
import type { Middleware } from '../http/context.ts';
import { faultOf, retryAfterSeconds } from '../http/faults.ts';
import { failureOf } from '../temporal/failures.ts';

/** Turns whatever was thrown into `{error}`: one sentence, one status, never a stack trace. */
export const answerErrors: Middleware = async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    const failure = error instanceof Failure ? error : failureOf(error);
    ctx.state.fault = faultOf(error, failure);
    if (!failure) {
      ctx.status = 500;
      ctx.body = { error: `Something went wrong on our side. Please quote request ${ctx.state.requestId}.` };
      return;
    }
    const { status } = failures[failure.kind];
    // A limit that knows when there will be room has set it already.
    if (status === 503 || (status === 429 && !ctx.res.hasHeader('Retry-After')))
      ctx.set('Retry-After', String(retryAfterSeconds));
    ctx.status = status;
    ctx.body = { error: failure.message };
  }
};
