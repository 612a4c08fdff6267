import type { Tracing } from '../../runtime/tracing/tracing.ts';
import type { Context, Middleware } from './context.ts';

/** Starts a trace for each request, or continues the caller's own. */
export function traceRequests(tracing: Tracing, routeOf: (ctx: Context) => string): Middleware {
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
          ...(ctx.state.requestId && { 'sightread.request_id': ctx.state.requestId }),
        });
      }
    });
}
