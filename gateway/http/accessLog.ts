import type { Middleware } from 'koa';
import type { Logger } from '../../runtime/log.ts';

/** One log line a request. The query is left out: it may carry a key. */
export function access(log: Logger): Middleware {
  return async (ctx, next) => {
    const started = performance.now();
    try {
      await next();
    } finally {
      const { requestId, account, job } = ctx.state;
      log.info(
        {
          requestId,
          account,
          job,
          method: ctx.method,
          path: ctx.path,
          status: ctx.status,
          ms: Math.round(performance.now() - started),
        },
        'request',
      );
      if (ctx.state['fault']) log.error({ requestId, account, err: ctx.state['fault'] }, 'request failed by our fault');
    }
  };
}
