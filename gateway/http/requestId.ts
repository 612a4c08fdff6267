import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';

const acceptable = /^[\w.:-]{1,100}$/;

/** Every answer and every log line carries one; a caller's own is kept where it is safe to log. */
export const requestId: Middleware = (ctx, next) => {
  const given = ctx.get('X-Request-Id');
  ctx.state['requestId'] = acceptable.test(given) ? given : randomUUID();
  ctx.set('X-Request-Id', ctx.state['requestId']);
  return next();
};
