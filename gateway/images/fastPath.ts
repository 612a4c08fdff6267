import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '../../runtime/log.ts';
import type { Key } from '../../storage/keys.ts';
import type { LastUse } from '../accounts/lastUse.ts';
import type { GatewayMetrics } from '../observability/metrics.ts';
import type { Admit } from './admission.ts';
import { type ImageAnswer, send } from './answer.ts';
import type { Counter } from './counter.ts';
import { allow, countingEdge, type IsEdge } from './edge.ts';
import type { EdgeCounts } from './edgeCounts.ts';
import type { Images } from './images.ts';
import type { LastAsked } from './lastAsked.ts';
import type { ImageRequest, RequestParser } from './request.ts';

export interface ServingDeps {
  isEdge: IsEdge;
  parser: RequestParser;
  admit: Admit;
  counter: Counter;
  edgeCounts?: EdgeCounts | undefined;
  images: Images;
  lastUse: LastUse;
  lastAsked: LastAsked;
  metrics: GatewayMetrics;
  log: Logger;
}

/** The last use is stored once a minute for a key and once a day for an image, so not every request has to be noted. */
const noteIntervalMs = 10_000;

/** A request that is about to be answered from memory. */
interface Hit {
  request: IncomingMessage;
  response: ServerResponse;
  parsed: ImageRequest;
  key: Key;
  /** None if the edge has it, and only asks whether it may be served. */
  image: ImageAnswer | undefined;
  answered: ReturnType<GatewayMetrics['requestStarted']>;
}

/**
 * Answers from memory, before Koa is involved: its context and promises take longer than finding the image. Returns false,
 * with nothing done, if there is anything to wait for or to refuse; Koa then handles the request from the beginning.
 *
 * What arrives in one turn of the event loop is counted with one write, and answered together: a socket write costs much
 * less while its reader is awake because of the one before.
 */
export function createFastPath({ counter, log, ...deps }: ServingDeps) {
  const { isEdge, parser, admit, edgeCounts, images, lastUse, lastAsked, metrics } = deps;
  let turn: Hit[] = [];
  /** By the parsed URL, which names the key too, and which the parser keeps for the next request. */
  const lastNoted = new WeakMap<ImageRequest, number>();

  function noteUse(parsed: ImageRequest, domain: string, key: Key) {
    const now = Date.now();
    if (now - (lastNoted.get(parsed) ?? 0) < noteIntervalMs) return;
    lastNoted.set(parsed, now);
    lastUse(key._id);
    lastAsked.note(domain, parsed.parameters, key.account);
  }

  function endTurn() {
    const hits = turn;
    turn = [];
    const counted = counter.countAll(hits.map(({ key }) => key));
    if (counted) void counted.then(() => hits.forEach(answer));
    else hits.forEach(answer);
  }

  function answer({ request, response, parsed: { route, cacheKey }, image, answered }: Hit) {
    try {
      if (image) {
        metrics.imageAnswered('memory', image.from);
        send(request, response, image, 'HIT', { forEdge: false });
      } else allow(response, cacheKey);
    } catch (error) {
      log.error({ err: error }, 'an image could not be answered from memory');
      response.destroy();
    }
    answered({ method: 'GET', route, status: response.statusCode });
  }

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url = '', headers } = request;
    const parsed = method === 'GET' ? parser.cached(url) : undefined;
    if (parsed?.domain === undefined || parsed.isAccessCheck !== isEdge(headers)) return false;
    const { isAccessCheck, domain, cacheKey } = parsed;
    const image = isAccessCheck ? undefined : images.cached(cacheKey);
    // Leases are for Koa: there are few of them.
    if (isAccessCheck ? edgeCounts && countingEdge(headers) : !image) return false;
    const admission = admit(headers, parsed);
    if (admission instanceof Promise) {
      // Koa repeats the lookup and reports its error.
      admission.catch(() => {});
      return false;
    }
    const { key } = admission;
    if (!key) return false;

    noteUse(parsed, domain, key);
    if (turn.length === 0) setImmediate(endTurn);
    turn.push({ request, response, parsed, key, image, answered: metrics.requestStarted('images') });
    return true;
  };
}
