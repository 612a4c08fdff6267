import type { IncomingMessage, ServerResponse } from 'node:http';
import { renditionKey } from '../../contracts/images/parameters.ts';
import type { LastUse } from '../accounts/lastUse.ts';
import type { GatewayMetrics } from '../observability/metrics.ts';
import type { Admit } from './admit.ts';
import { send } from './answer.ts';
import type { Reader } from './asked.ts';
import type { Counter } from './count.ts';
import { allow, type IsEdge } from './edge.ts';
import type { Images } from './find.ts';

export interface ServingParts {
  isEdge: IsEdge;
  reader: Reader;
  admit: Admit;
  counter: Counter;
  images: Images;
  lastUse: LastUse;
  metrics: GatewayMetrics;
}

/**
 * Answers with what is at hand, before Koa is asked: its context and promises take longer than finding an image in
 * memory. False, and nothing has happened, where there is anything to wait for or to refuse: then Koa begins at the
 * beginning.
 */
export function createAnswerAtOnce({ isEdge, reader, admit, counter, images, lastUse, metrics }: ServingParts) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url = '', headers } = request;
    const asked = method === 'GET' ? reader.remembered(url) : undefined;
    if (asked?.domain === undefined || asked.access !== isEdge(headers)) return false;
    const { access, domain, parameters, route } = asked;
    const image = access ? undefined : images.held(domain, parameters);
    if (!access && !image) return false;
    const admission = admit(headers, asked);
    if (admission instanceof Promise) {
      // Koa asks the same again, and hears what is wrong.
      admission.catch(() => {});
      return false;
    }
    const { key } = admission;
    if (!key) return false;

    const answered = metrics.requestCame('images');
    lastUse(key._id);
    const counted = counter.count(key);
    if (counted) void counted.then(answer);
    else answer();
    return true;

    function answer() {
      if (image) {
        metrics.imageFound('memory', image.from);
        send(request, response, image, 'HIT', { forEdge: false });
      } else allow(response, renditionKey(domain, parameters));
      answered({ method: 'GET', route, status: response.statusCode });
    }
  };
}
