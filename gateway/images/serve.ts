import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import Koa, { type Context, type Middleware } from 'koa';
import type { Logger } from '../../runtime/log.ts';
import type { Tracing } from '../../runtime/tracing/tracing.ts';
import { traced } from '../http/traces.ts';
import { minuteS, openHeaders, refuse, send } from './answer.ts';
import type { Asked } from './asked.ts';
import { createAnswerAtOnce, type ServingParts } from './atOnce.ts';
import { createAnswerEdge } from './edge.ts';
import { type FoundImage, fallback } from './find.ts';

interface Parts extends ServingParts {
  tracing: Tracing;
  log: Logger;
}

/** The image API. Key, origin, count, image: in this order, for every request. */
export function createImageApi(parts: Parts): RequestListener {
  const { tracing, reader } = parts;
  const app = new Koa();
  if (tracing.spans) app.use(traced(tracing, (ctx) => reader.read(ctx).route));
  app.use(answer(parts));
  const inTurn = app.callback();
  if (tracing.spans) return inTurn;
  const answerAtOnce = createAnswerAtOnce(parts);
  return (request, response) => {
    if (!atOnce(request, response)) void inTurn(request, response);
  };

  /** Koa is asked where it fails, and fails in an orderly way: here nobody would catch it. */
  function atOnce(request: IncomingMessage, response: ServerResponse): boolean {
    try {
      return answerAtOnce(request, response);
    } catch (error) {
      parts.log.error({ err: error }, 'an image could not be answered at once');
      return response.headersSent;
    }
  }
}

function answer(parts: Parts): Middleware {
  const { isEdge, reader, admit, counter, images, lastUse, metrics, log } = parts;
  const answerEdge = createAnswerEdge(parts);
  return async (ctx) => {
    const answered = metrics.requestCame('images');
    const asked = reader.read(ctx);
    const { domain, parameters } = asked;
    try {
      if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return onlyReading(ctx);
      // What the edge does not have, it has asked leave for: that was the check and the count.
      const forEdge = isEdge(ctx.headers);
      if (forEdge && asked.access) return await answerEdge(ctx, asked);
      if (!forEdge) {
        const { key, refusal } = await admit(ctx.headers, asked);
        if (!key) return refuse(ctx, 401, refusal);
        lastUse(key._id);
        await counter.count(key);
      }
      if (domain === undefined || asked.access)
        return refuse(ctx, 400, asked.problem ?? 'This path is for the edge alone.');
      const { answer, cache, way } = await orFallback(images.find(domain, parameters), asked);
      metrics.imageFound(way, answer.from);
      ctx.respond = false;
      send(ctx.req, ctx.res, answer, cache, { forEdge });
    } catch (error) {
      log.error({ err: error, path: ctx.path }, 'image request failed by our fault');
      ctx.set('Retry-After', '5');
      refuse(ctx, 503, 'Temporarily unavailable');
    } finally {
      answered({ method: ctx.method, route: asked.route, status: ctx.status });
    }
  };

  /** Where something of ours is away, the caller still gets a picture. */
  function orFallback(found: Promise<FoundImage>, { domain = '', parameters }: Asked): Promise<FoundImage> {
    return found.catch((error: unknown) => {
      log.warn({ err: error, domain }, 'an image could not be looked up');
      return { answer: fallback(domain, parameters, minuteS), cache: 'MISS', way: 'fallback' };
    });
  }
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
