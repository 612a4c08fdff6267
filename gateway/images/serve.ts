import Koa, { type Context, type Middleware } from 'koa';
import { parseDomain } from '../../contracts/domain.ts';
import { type ImageKind, parseImageParameters } from '../../contracts/imageParameters.ts';
import type { Logger } from '../../contracts/log.ts';
import { decideOrigin } from '../../contracts/origins.ts';
import type { Tracing } from '../../contracts/tracing/tracing.ts';
import type { LastUse } from '../lastUse.ts';
import type { GatewayMetrics } from '../metrics.ts';
import { traced } from '../traced.ts';
import { watched } from '../watched.ts';
import { minuteS, openHeaders, refuse, send } from './answer.ts';
import type { Counter } from './count.ts';
import { type FindImage, fallback } from './find.ts';
import type { FindKey } from './keys.ts';

interface Parts {
  findKey: FindKey;
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
  const routeOf = ({ path }: Context) => (pathOf(path).kind === 'og' ? '/og/:domain' : '/:domain');
  app.use(watched(parts.metrics, () => 'images', routeOf));
  app.use(traced(parts.tracing, routeOf));
  app.use(answerAlways(parts.log));
  app.use(serve(parts));
  return app;
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

function serve({ findKey, counter, findImage, lastUse, metrics, log }: Parts): Middleware {
  return async (ctx) => {
    if (ctx.method === 'OPTIONS') {
      preflight(ctx);
      return;
    }
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      ctx.set('Allow', 'GET, HEAD, OPTIONS');
      refuse(ctx, 405, 'Method not allowed');
      return;
    }
    const { token } = ctx.query;
    const key = typeof token === 'string' ? await findKey(token) : undefined;
    if (!key) {
      refuse(ctx, 401, 'Invalid key');
      return;
    }
    // Koa gives '' for a header that is not there.
    const { allowed } = decideOrigin({ entries: key.origins, origin: ctx.get('Origin'), referer: ctx.get('Referer') });
    if (!allowed) {
      refuse(ctx, 401, 'Origin not allowed');
      return;
    }
    const counted = counter.count(key);
    lastUse(key._id);
    const { kind, raw } = pathOf(ctx.path);
    const { domain, problem } = parseDomain(raw);
    if (domain === undefined) {
      await counted;
      refuse(ctx, 400, problem);
      return;
    }
    const parameters = parseImageParameters(kind, ctx.query);
    const [found] = await Promise.all([
      findImage(domain, parameters).catch((error: unknown) => {
        // Something of ours is away; the caller still gets a picture.
        log.warn({ err: error, domain }, 'an image could not be looked up');
        return { answer: fallback(domain, parameters, minuteS), cache: 'MISS' as const, way: 'fallback' as const };
      }),
      counted,
    ]);
    metrics.imageFound(found.way, found.answer.from);
    send(ctx, found.answer, found.cache);
  };
}

/** `/og/example.com` or `/example.com`; whatever else stands in the path belongs to what a person has pasted. */
function pathOf(path: string): { kind: ImageKind; raw: string } {
  const og = path.startsWith('/og/');
  return { kind: og ? 'og' : 'icon', raw: path.slice(og ? '/og/'.length : 1) };
}

function preflight(ctx: Context) {
  ctx.status = 204;
  ctx.set({ 'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS', 'Access-Control-Max-Age': '86400' });
  const asked = ctx.get('Access-Control-Request-Headers');
  if (asked) ctx.set('Access-Control-Allow-Headers', asked);
}
