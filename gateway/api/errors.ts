import type { Middleware } from 'koa';
import { Failure, failures } from '../../contracts/failures.ts';
import { asFailure } from '../temporal/failures.ts';

/** Seconds after which a caller may try again when a server of ours is away. */
const retryAfterSeconds = 5;

/** Turns whatever was thrown into `{error}`: one sentence, one status, never a stack trace. */
export const answerErrors: Middleware = async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    const failure = error instanceof Failure ? error : asFailure(error);
    if (!failure) {
      ctx.state['fault'] = error;
      ctx.status = 500;
      ctx.body = { error: `Something went wrong on our side. Please quote request ${ctx.state['requestId']}.` };
      return;
    }
    if (failures[failure.kind].status === 503) {
      ctx.set('Retry-After', String(retryAfterSeconds));
      ctx.state['fault'] = failure.cause ?? failure;
    }
    ctx.status = failures[failure.kind].status;
    ctx.body = { error: failure.message };
  }
};
