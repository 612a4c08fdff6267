import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import Koa from 'koa';
import { maxQueryLength } from '../../contracts/images/nameSearch.ts';
import type { Tracing } from '../../runtime/tracing/tracing.ts';
import type { Context, Middleware, RequestState, RouteMatch } from '../http/context.ts';
import type { ServiceIndex } from '../http/serviceIndex.ts';
import { traceRequests } from '../http/traces.ts';
import type { Admission } from './admission.ts';
import { minuteS, openHeaders, refuse, send } from './answer.ts';
import { createAccessCheck } from './edge.ts';
import { createFastPath, type ServingDeps } from './fastPath.ts';
import { type FoundImage, fallback } from './images.ts';
import type { FoundName, NameSearch } from './nameSearch.ts';
import type { ImageRequest } from './request.ts';

interface Deps extends ServingDeps {
  index: ServiceIndex;
  names: Pick<NameSearch, 'find'>;
  /** The address of this API, as callers know it. */
  imageUrl: string;
  tracing: Tracing;
}

/** The image API. For every request, in this order: key, origin, count, image. */
export function createImageApi(deps: Deps): RequestListener {
  const { tracing, parser, log } = deps;
  const app = new Koa<RequestState, RouteMatch>();
  if (tracing.spans) app.use(traceRequests(tracing, (ctx) => parser.parse(ctx).route));
  app.use(answerImages(deps));
  const koa = app.callback();
  if (tracing.spans) return koa;
  const answerFromMemory = createFastPath(deps);

  /** An error here would go uncaught, so Koa takes over and reports it in its orderly way. */
  function tryFastPath(request: IncomingMessage, response: ServerResponse): boolean {
    try {
      return answerFromMemory(request, response);
    } catch (error) {
      log.error({ err: error }, 'an image could not be looked up in memory');
      // Nothing is sent before the end of the turn.
      return false;
    }
  }

  return (request, response) => {
    if (!tryFastPath(request, response)) void koa(request, response);
  };
}

function answerImages(deps: Deps): Middleware {
  const { isEdge, parser, admit, counter, images, lastUse, lastAsked, names, imageUrl, metrics, log } = deps;
  const answerAccessCheck = createAccessCheck(deps);

  /** Whose search it is that the edge's request may cause. Whether it is admitted was decided before. */
  async function keyOfAdmitted(ctx: Context, request: ImageRequest): Promise<Partial<Admission>> {
    try {
      return await admit(ctx.headers, request);
    } catch {
      return {};
    }
  }

  /** The caller gets an image even if something of ours is down. */
  function orFallback(found: Promise<FoundImage>, { domain = '', parameters }: ImageRequest): Promise<FoundImage> {
    return found.catch((error: unknown) => {
      log.warn({ err: error, domain }, 'an image could not be looked up');
      return { answer: fallback(domain, parameters, minuteS), cache: 'MISS', origin: 'fallback' };
    });
  }

  async function answerNames(ctx: Context, wanted: string, caller: { account: string; token: string }): Promise<void> {
    if (wanted.length > maxQueryLength)
      return refuse(ctx, 400, `q has at most ${maxQueryLength} characters; name the brand or the domain.`);
    const icon = ({ domain }: FoundName) => `${imageUrl}/${domain}?token=${encodeURIComponent(caller.token)}`;
    const results = (await names.find(wanted, caller.account)).map((found) => ({ ...found, icon: icon(found) }));
    ctx.set({ ...openHeaders, 'Cache-Control': 'no-store' });
    ctx.body = { results };
  }

  return async (ctx) => {
    const answered = metrics.requestStarted('images');
    const request = parser.parse(ctx);
    const { domain, parameters } = request;
    try {
      if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return refuseMethod(ctx);
      if (ctx.path === '/' && request.token === undefined) return answerIndex(ctx, deps.index);
      // A request from the edge for an image it does not have was admitted and counted by the access check before it.
      const forEdge = isEdge(ctx.headers);
      if (forEdge && request.isAccessCheck) return await answerAccessCheck(ctx, request);
      const { key, refusal } = await (forEdge ? keyOfAdmitted(ctx, request) : admit(ctx.headers, request));
      if (!forEdge) {
        if (!key) return refuse(ctx, 401, refusal);
        lastUse(key._id);
        await counter.count(key);
      }
      if (request.wantedName !== undefined && key && request.token !== undefined && !request.isAccessCheck)
        return await answerNames(ctx, request.wantedName, { account: key.account, token: request.token });
      if (domain === undefined || request.isAccessCheck)
        return refuse(ctx, 400, request.problem ?? 'This path is for the edge alone.');
      if (key) lastAsked.note(domain, parameters, key.account);
      const { answer, cache, origin } = await orFallback(images.find(domain, parameters, key?._id), request);
      metrics.imageAnswered(origin, answer.from);
      ctx.respond = false;
      send(ctx.req, ctx.res, answer, cache, { forEdge });
    } catch (error) {
      log.error({ err: error, path: ctx.path }, 'image request failed by our fault');
      ctx.set('Retry-After', '5');
      refuse(ctx, 503, 'Temporarily unavailable');
    } finally {
      answered({ method: ctx.method, route: request.route, status: ctx.status });
    }
  };
}

/** For somebody who opens the address of the API by hand; it is nobody's request for an image. */
function answerIndex(ctx: Context, index: ServiceIndex) {
  ctx.set({ ...openHeaders, 'Cache-Control': 'no-store' });
  ctx.body = index;
}

function refuseMethod(ctx: Context) {
  if (ctx.method === 'OPTIONS') return answerPreflight(ctx);
  ctx.set('Allow', 'GET, HEAD, OPTIONS');
  refuse(ctx, 405, `Images answer GET, HEAD and OPTIONS, not ${ctx.method}.`);
}

function answerPreflight(ctx: Context) {
  ctx.status = 204;
  ctx.set({ ...openHeaders, 'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS', 'Access-Control-Max-Age': '86400' });
  const requested = ctx.get('Access-Control-Request-Headers');
  if (requested) ctx.set('Access-Control-Allow-Headers', requested);
}
