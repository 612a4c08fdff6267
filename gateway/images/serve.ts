import Koa, { type Context, type Middleware } from 'koa';
import type { Logger } from '../../contracts/log.ts';
import type { Tracing } from '../../contracts/tracing/tracing.ts';
import type { LastUse } from '../lastUse.ts';
import type { GatewayMetrics } from '../metrics.ts';
import { traced } from '../traced.ts';
import { watched } from '../watched.ts';
import type { Admit } from './admit.ts';
import { minuteS, openHeaders, refuse, send } from './answer.ts';
import { pathOf, type ReadAsked } from './asked.ts';
import type { Counter } from './count.ts';
import { accessPath, answerEdge, type IsEdge } from './edge.ts';
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
  const app = new Koa();
  app.use(watched(parts.metrics, () => 'images', routeOf));
  app.use(traced(parts.tracing, routeOf));
  app.use(answerAlways(parts.log));
  app.use(onlyReading);
  app.use(answerEdge(parts));
  app.use(serve(parts));
  return app;
}

/** Few and known, for the metrics. */
function routeOf({ path }: Context): string {
  if (path.startsWith(`${accessPath}/`)) return accessPath;
  return pathOf(path).kind === 'og' ? '/og/:domain' : '/:domain';
}

/** No request is left without the headers that let pages use the answer, nor without an answer. */
function answerAlways(log: Logger): Middleware {
  return async (ctx, next) => {
    ctx.set(openHeaders);
    try {
      await next();
    } catch (error) {
      log.error({ err: error, path: ctx.path }, 'image request failed by our fault');
      ctx.set('Retry-After', '5');
      refuse(ctx, 503, 'Temporarily unavailable');
    }
  };
}

const onlyReading: Middleware = async (ctx, next) => {
  if (ctx.method === 'OPTIONS') {
    preflight(ctx);
    return;
  }
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
    ctx.set('Allow', 'GET, HEAD, OPTIONS');
    refuse(ctx, 405, 'Method not allowed');
    return;
  }
  await next();
};

function serve({ isEdge, readAsked, admit, counter, findImage, lastUse, metrics, log }: Parts): Middleware {
  return async (ctx) => {
    // What the edge does not have, it has asked leave for: that was the check and the count.
    const forEdge = isEdge(ctx);
    let counted: Promise<void> | undefined;
    if (!forEdge) {
      const { key, refusal } = await admit(ctx);
      if (!key) {
        refuse(ctx, 401, refusal);
        return;
      }
      counted = counter.count(key);
      lastUse(key._id);
    }
    const { domain, problem, parameters } = readAsked(ctx.path, ctx.query);
    if (domain === undefined) {
      await counted;
      refuse(ctx, 400, problem);
      return;
    }
    const [found] = await Promise.all([
      findImage(domain, parameters).catch((error: unknown) => {
        // Something of ours is away; the caller still gets a picture.
        log.warn({ err: error, domain }, 'an image could not be looked up');
        return { answer: fallback(domain, parameters, minuteS), cache: 'MISS' as const, way: 'fallback' as const };
      }),
      counted,
    ]);
    metrics.imageFound(found.way, found.answer.from);
    send(ctx, found.answer, found.cache, { forEdge });
  };
}

function preflight(ctx: Context) {
  ctx.status = 204;
  ctx.set({ 'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS', 'Access-Control-Max-Age': '86400' });
  const asked = ctx.get('Access-Control-Request-Headers');
  if (asked) ctx.set('Access-Control-Allow-Headers', asked);
}
