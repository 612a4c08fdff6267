import type { IncomingMessage, ServerResponse } from 'node:http';
import { imageCacheKey } from '../../contracts/images/parameters.ts';
import type { LastUse } from '../accounts/lastUse.ts';
import type { GatewayMetrics } from '../observability/metrics.ts';
import type { Admit } from './admission.ts';
import { send } from './answer.ts';
import type { Counter } from './counter.ts';
import { allow, countingEdge, type IsEdge } from './edge.ts';
import type { EdgeCounts } from './edgeCounts.ts';
import type { Images } from './images.ts';
import type { LastAsked } from './lastAsked.ts';
import type { RequestParser } from './request.ts';

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
}

/**
 * Answers from memory, before Koa is involved: its context and promises take longer than finding the image. Returns false,
 * with nothing done, if there is anything to wait for or to refuse; Koa then handles the request from the beginning.
 */
export function createFastPath(deps: ServingDeps) {
  const { isEdge, parser, admit, counter, edgeCounts, images, lastUse, lastAsked, metrics } = deps;
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url = '', headers } = request;
    const parsed = method === 'GET' ? parser.cached(url) : undefined;
    if (parsed?.domain === undefined || parsed.isAccessCheck !== isEdge(headers)) return false;
    const { isAccessCheck, domain, parameters, route } = parsed;
    const image = isAccessCheck ? undefined : images.cached(domain, parameters);
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

    const answered = metrics.requestStarted('images');
    lastUse(key._id);
    lastAsked.note(domain, parameters);
    const counted = counter.count(key);
    if (counted) void counted.then(answer);
    else answer();
    return true;

    function answer() {
      if (image) {
        metrics.imageAnswered('memory', image.from);
        send(request, response, image, 'HIT', { forEdge: false });
      } else allow(response, imageCacheKey(domain, parameters));
      answered({ method: 'GET', route, status: response.statusCode });
    }
  };
}
