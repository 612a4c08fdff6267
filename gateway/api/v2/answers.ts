import { isRecord } from '../../../contracts/json/isRecord.ts';
import type { MapResult } from '../../../contracts/results/map.ts';
import type { Middleware } from '../../http/context.ts';

/** Changes an answer of /v1 into one of /v2. */
function answering(change: (answer: Record<string, unknown>) => object): Middleware {
  return async (ctx, next) => {
    await next();
    const answer: unknown = typeof ctx.body === 'string' ? JSON.parse(ctx.body) : ctx.body;
    if (isRecord(answer)) ctx.body = change(answer);
  };
}

/** A new job, whose status is polled on /v2. */
export const answerOfJob: Middleware = answering((answer) => ({
  ...answer,
  url: String(answer['url']).replace('/v1/', '/v2/'),
}));

export const answerOfExtract: Middleware = answering(({ success, id, invalidURLs }) => ({ success, id, invalidURLs }));

/** `links` are objects. */
export const answerOfMap: Middleware = answering((answer) => {
  const { pages, warning } = answer as MapResult;
  return {
    success: true,
    links: pages.map(({ url, title, description }) => ({
      url,
      ...(title && { title }),
      ...(description && { description }),
    })),
    ...(warning && { warning }),
  };
});
