import Koa, { type Context } from 'koa';
import compose from 'koa-compose';
import { answerErrors } from '../api/errors.ts';
import { operationRoutes } from '../api/operations.ts';
import { createApiRouter } from '../api/router.ts';
import type { DashboardDeps } from './deps.ts';

export interface SessionApiResponse {
  status: number;
  body: Record<string, unknown>;
}

/** The extraction API for who is signed in: the same routes, limits and words, without a key. */
export type SessionApi = (ctx: Context, path: string, body: object) => Promise<SessionApiResponse>;

export function createSessionApi(deps: DashboardDeps): SessionApi {
  const router = createApiRouter();
  operationRoutes(router, { ...deps, key: deps.limit });
  const inner = new Koa();
  inner.use(answerErrors);
  inner.use(router.routes());
  inner.use(router.unmatched);
  const run = compose(inner.middleware);

  return async (ctx, path, body) => {
    const { path: asked, _matchedRoute: route } = ctx;
    ctx.path = path;
    ctx.state['body'] = body;
    try {
      await run(ctx, async () => {});
    } finally {
      ctx.path = asked;
      // The page's own route is what was asked for.
      ctx['_matchedRoute'] = route;
    }
    return { status: ctx.status, body: isRecord(ctx.body) ? ctx.body : {} };
  };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
