import { LRUCache } from 'lru-cache';
import { type ParsedDomain, parseDomain } from '../../contracts/images/domain.ts';
import { type ImageKind, type ImageParameters, parseImageParameters } from '../../contracts/images/parameters.ts';
import type { Context } from '../http/context.ts';

/** Followed by the path and query of the image. No domain looks like it. deploy/edge/nginx.conf names it too. */
const accessPath = '/internal/image-access';

/** What an image request asks for, as far as its URL says. */
export type ImageRequest = ParsedDomain & {
  /** The edge asks whether it may serve the image, rather than for the image. */
  isAccessCheck: boolean;
  /** One of few values, for the metrics. */
  route: string;
  token: string | undefined;
  parameters: ImageParameters;
};

export interface RequestParser {
  parse(ctx: Pick<Context, 'url' | 'path' | 'query'>): ImageRequest;
  /** The result for a URL that was parsed before. */
  cached(url: string): ImageRequest | undefined;
}

/** The same images are requested again and again, and parsing the URL is a good part of answering. */
const maxCachedUrls = 4_000;
/** Longer URLs are not cached: what strangers send must not fill the memory. */
const maxCachedLength = 300;

export function createRequestParser(): RequestParser {
  const cache = new LRUCache<string, ImageRequest>({ max: maxCachedUrls });
  return {
    parse(ctx) {
      const known = cache.get(ctx.url);
      if (known) return known;
      const request = parseRequest(ctx);
      if (ctx.url.length <= maxCachedLength) cache.set(ctx.url, request);
      return request;
    },
    cached: (url) => cache.get(url),
  };
}

function parseRequest({ path, query }: Pick<Context, 'path' | 'query'>): ImageRequest {
  const isAccessCheck = path.startsWith(`${accessPath}/`);
  const { kind, raw } = parsePath(isAccessCheck ? path.slice(accessPath.length) : path);
  const { token } = query;
  return {
    ...parseDomain(raw),
    isAccessCheck,
    route: isAccessCheck ? accessPath : kind === 'og' ? '/og/:domain' : '/:domain',
    token: typeof token === 'string' ? token : undefined,
    parameters: parseImageParameters(kind, query),
  };
}

/** `/og/example.com` or `/example.com`; the rest of the path belongs to the URL that somebody pasted. */
function parsePath(path: string): { kind: ImageKind; raw: string } {
  const isOg = path.startsWith('/og/');
  return { kind: isOg ? 'og' : 'icon', raw: path.slice(isOg ? '/og/'.length : 1) };
}
