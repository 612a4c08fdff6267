import Koa from 'koa';
import compose from 'koa-compose';
import { isRecord } from '../../contracts/json/isRecord.ts';
import { answerErrors } from '../api/errors.ts';
import { operationRoutes } from '../api/operations.ts';
import { createApiRouter } from '../api/router.ts';
import type { Context, RequestState, RouteMatch } from '../http/context.ts';
import type { DashboardDeps } from './deps.ts';

export interface SessionApiResponse {
  status: number;
  body: Record<string, unknown>;
}

/** The extraction API for the signed-in person: the same routes, limits and messages as with a key. The body is JSON. */
export type SessionApi = (ctx: Context, path: string, body: string) => Promise<SessionApiResponse>;

export function createSessionApi(deps: DashboardDeps): SessionApi {
  const router = createApiRouter();
  operationRoutes(router, { ...deps, authenticate: deps.limitRate });
  const api = new Koa<RequestState, RouteMatch>();
  api.use(deps.requestLog.record);
  api.use(answerErrors);
  api.use(router.routes());
  api.use(router.unmatched);
  const run = compose(api.middleware);

  return async (ctx, path, body) => {
    const { path: pagePath, _matchedRoute: pageRoute } = ctx;
    ctx.path = path;
    ctx.state.body = body;
    try {
      await run(ctx, async () => {});
    } finally {
      // Logs and metrics report the page's path and route, not the API's.
      ctx.path = pagePath;
      if (pageRoute !== undefined) ctx._matchedRoute = pageRoute;
      // A large answer is a compressed stream; the page that takes its place is not compressed.
      ctx.remove('Content-Encoding');
    }
    return { status: ctx.status, body: isRecord(ctx.body) ? ctx.body : {} };
  };
}
