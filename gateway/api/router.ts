import Router from '@koa/router';
import { Failure } from '../../contracts/failures.ts';
import type { Middleware, RequestState, RouteMatch } from '../http/context.ts';

export type ApiRouter = ReturnType<typeof createApiRouter>;

/** A router that answers unknown paths and wrong methods like every other error. */
export function createApiRouter() {
  const router = new Router<RequestState, RouteMatch>();
  const unmatched: Middleware = (ctx) => {
    const { path: matches } = router.match(ctx.path, ctx.method);
    // Of `/crawl/active` and `/crawl/:id`, which both match the first, that one is meant.
    const literal = matches.filter(({ paramNames }) => paramNames.length === 0);
    const methods = new Set((literal.length > 0 ? literal : matches).flatMap(({ methods }) => methods));
    if (methods.size === 0) throw new Failure('NotFound', nothingAt(ctx.path));
    ctx.set('Allow', [...methods].join(', '));
    throw new Failure('WrongMethod', `${ctx.path} answers ${[...methods].join(', ')}, not ${ctx.method}.`);
  };
  return Object.assign(router, { unmatched });
}

/** For programs: on the way to the API, whether they know its version or not. */
export function nothingAt(path: string): string {
  return `There is nothing at ${path}: /v1/docs lists what there is.`;
}
