import type { Context, Middleware } from 'koa';
import type { Tracing } from '../../runtime/tracing/tracing.ts';

/** The first step of a trace, or the next one of the caller's own. */
export function traced(tracing: Tracing, routeOf: (ctx: Context) => string): Middleware {
  return (ctx, next) =>
    tracing.request(ctx.headers, async (describe) => {
      try {
        await next();
      } finally {
        const route = routeOf(ctx);
        describe(`${ctx.method} ${route}`, {
          'http.request.method': ctx.method,
          'http.route': route,
          'http.response.status_code': ctx.status,
          ...(ctx.state['requestId'] && { 'sightread.request_id': ctx.state['requestId'] }),
        });
      }
    });
}
