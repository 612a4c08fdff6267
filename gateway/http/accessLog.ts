import type { Logger } from '../../runtime/log.ts';
import type { Middleware } from './context.ts';

/** Writes one log line per request. The query is left out, because it may contain a key. */
export function accessLog(log: Logger): Middleware {
  return async (ctx, next) => {
    const startedAt = performance.now();
    try {
      await next();
    } finally {
      const { requestId, account, job, fault } = ctx.state;
      const { method, path, status } = ctx;
      const ms = Math.round(performance.now() - startedAt);
      log.info({ requestId, account, job, method, path, status, ms }, 'request');
      if (fault) log.error({ requestId, account, err: fault }, 'request failed by our fault');
    }
  };
}
