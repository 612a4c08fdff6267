import { randomUUID } from 'node:crypto';
import type { Middleware } from './context.ts';

/** Safe to log. deploy/edge/nginx.conf has the same rule. */
const acceptable = /^[\w.:-]{1,100}$/;

/** Gives every request an id, which is on its answer and in its log lines; the caller's own id is kept if acceptable. */
export const requestId: Middleware = (ctx, next) => {
  const given = ctx.get('X-Request-Id');
  ctx.state.requestId = acceptable.test(given) ? given : randomUUID();
  ctx.set('X-Request-Id', ctx.state.requestId);
  return next();
};
