import Router from '@koa/router';
import { Failure } from '../../contracts/failures.ts';
import type { Middleware, RequestState, RouteMatch } from '../http/context.ts';

export type ApiRouter = ReturnType<typeof createApiRouter>;

/** A router that answers unknown paths and wrong methods like every other error. */
export function createApiRouter() {
  const router = new Router<RequestState, RouteMatch>();
  const unmatched: Middleware = (ctx) => {
    const methods = new Set(router.match(ctx.path, ctx.method).path.flatMap(({ methods }) => methods));
    if (methods.size === 0) throw new Failure('NotFound', `There is nothing at ${ctx.path}.`);
    ctx.set('Allow', [...methods].join(', '));
    throw new Failure('WrongMethod', `${ctx.path} answers ${[...methods].join(', ')}, not ${ctx.method}.`);
  };
  return Object.assign(router, { unmatched });
}
