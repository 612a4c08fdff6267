import Router from '@koa/router';
import type { Middleware } from 'koa';
import { Failure } from '../../contracts/failures.ts';

export type ApiRouter = ReturnType<typeof createApiRouter>;

/** A router whose unknown paths and wrong methods are answered like every other error. */
export function createApiRouter() {
  const router = new Router();
  const unmatched: Middleware = (ctx) => {
    const methods = new Set(router.match(ctx.path, ctx.method).path.flatMap(({ methods }) => methods));
    if (methods.size === 0) throw new Failure('NotFound', `There is nothing at ${ctx.path}.`);
    ctx.set('Allow', [...methods].join(', '));
    throw new Failure('WrongMethod', `${ctx.path} answers ${[...methods].join(', ')}, not ${ctx.method}.`);
  };
  return Object.assign(router, { unmatched });
}
