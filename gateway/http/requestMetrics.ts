import type { Context, Middleware } from 'koa';
import type { Face, GatewayMetrics } from '../observability/metrics.ts';

/** Measures every request. `routeOf` gives the pattern that it matched. */
export function watched(
  metrics: Pick<GatewayMetrics, 'requestCame'>,
  faceOf: (ctx: Context) => Face,
  routeOf: (ctx: Context) => string,
): Middleware {
  return async (ctx, next) => {
    const answered = metrics.requestCame(faceOf(ctx));
    try {
      await next();
    } finally {
      answered({ method: ctx.method, route: routeOf(ctx), status: ctx.status });
    }
  };
}

/** As the router found it; `other` for files of the dashboard and for what there is not. */
export function matchedRoute(ctx: Context): string {
  const route: unknown = ctx['_matchedRoute'];
  return typeof route === 'string' ? route : 'other';
}
