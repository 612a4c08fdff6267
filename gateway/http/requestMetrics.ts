import type { GatewayMetrics, Interface } from '../observability/metrics.ts';
import type { Context, Middleware } from './context.ts';

/** Measures every request, by interface and by the pattern of its route. */
export function measureRequests(
  metrics: Pick<GatewayMetrics, 'requestStarted'>,
  interfaceOf: (ctx: Context) => Interface,
  routeOf: (ctx: Context) => string,
): Middleware {
  return async (ctx, next) => {
    const answered = metrics.requestStarted(interfaceOf(ctx));
    try {
      await next();
    } finally {
      answered({ method: ctx.method, route: routeOf(ctx), status: ctx.status });
    }
  };
}

/** The pattern that the router matched; `other` for the dashboard's files and unknown paths. */
export function matchedRoute({ _matchedRoute: route }: Pick<Context, '_matchedRoute'>): string {
  return typeof route === 'string' ? route : 'other';
}
