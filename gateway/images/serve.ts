import Koa, { type Context, type Middleware } from 'koa';
import type { Logger } from '../../contracts/log.ts';
import type { Tracing } from '../../contracts/tracing/tracing.ts';
import type { LastUse } from '../lastUse.ts';
import type { GatewayMetrics } from '../metrics.ts';
import { traced } from '../traced.ts';
import { watched } from '../watched.ts';
import type { Admit } from './admit.ts';
import { minuteS, openHeaders, refuse, send } from './answer.ts';
import type { ReadAsked } from './asked.ts';
import type { Counter } from './count.ts';
import { createAnswerEdge, type IsEdge } from './edge.ts';
import { type FindImage, fallback } from './find.ts';

interface Parts {
  isEdge: IsEdge;
  readAsked: ReadAsked;
  admit: Admit;
  counter: Counter;
  findImage: FindImage;
  lastUse: LastUse;
  metrics: GatewayMetrics;
  tracing: Tracing;
  log: Logger;
}

/** The image API. Key, origin, count, image: in this order, for every request. */
export function createImageApi(parts: Parts): Koa {
  const { metrics, tracing, log, readAsked } = parts;
  const routeOf = (ctx: Context) => readAsked(ctx).route;
  const app = new Koa();
  app.use(watched(metrics, () => 'images', routeOf));
  if (tracing.spans) app.use(traced(tracing, routeOf));
  app.use(answerAlways(log));
  app.use(serve(parts));
  return app;
}

/** No request is left without an answer. */
function answerAlways(log: Logger): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      log.error({ err: error, path: ctx.path }, 'image request failed by our fault');
      ctx.set('Retry-After', '5');
      refuse(ctx, 503, 'Temporarily unavailable');
    }
  };
}

/** What is at hand is not waited for: a promise for each would take longer than all the rest. */
function serve(parts: Parts): Middleware {
  const { isEdge, readAsked, admit, counter, findImage, lastUse, metrics, log } = parts;
  const answerEdge = createAnswerEdge(parts);
  return async (ctx) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return onlyReading(ctx);
    const asked = readAsked(ctx);
    const { domain, parameters } = asked;
    // What the edge does not have, it has asked leave for: that was the check and the count.
    const forEdge = isEdge(ctx);
    if (forEdge && asked.access) return answerEdge(ctx, asked);
    let counted: ReturnType<Counter['count']>;
    if (!forEdge) {
      const admission = admit(ctx, asked);
      const { key, refusal } = admission instanceof Promise ? await admission : admission;
      if (!key) return refuse(ctx, 401, refusal);
      counted = counter.count(key);
      lastUse(key._id);
    }
    if (domain === undefined || asked.access) {
      await counted;
      return refuse(ctx, 400, asked.problem ?? 'This path is for the edge alone.');
    }
    const found = findImage(domain, parameters);
    const { answer, cache, way } =
      found instanceof Promise
        ? await found.catch((error: unknown) => {
            // Something of ours is away; the caller still gets a picture.
            log.warn({ err: error, domain }, 'an image could not be looked up');
            return { answer: fallback(domain, parameters, minuteS), cache: 'MISS' as const, way: 'fallback' as const };
          })
        : found;
    if (counted) await counted;
    metrics.imageFound(way, answer.from);
    send(ctx, answer, cache, { forEdge });
  };
}

function onlyReading(ctx: Context) {
  if (ctx.method === 'OPTIONS') return preflight(ctx);
  ctx.set('Allow', 'GET, HEAD, OPTIONS');
  refuse(ctx, 405, 'Method not allowed');
}

function preflight(ctx: Context) {
  ctx.status = 204;
  ctx.set({ ...openHeaders, 'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS', 'Access-Control-Max-Age': '86400' });
  const asked = ctx.get('Access-Control-Request-Headers');
  if (asked) ctx.set('Access-Control-Allow-Headers', asked);
}
