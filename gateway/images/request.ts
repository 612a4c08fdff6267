import { LRUCache } from 'lru-cache';
import { type ParsedDomain, parseDomain } from '../../contracts/images/domain.ts';
import {
  type ImageKind,
  type ImageParameters,
  imageCacheKey,
  lookProblem,
  parseImageParameters,
} from '../../contracts/images/parameters.ts';
import type { Context } from '../http/context.ts';

/** Followed by the path and query of the image. No domain looks like it. deploy/edge/nginx.conf names it too. */
const accessPath = '/internal/image-access';

/** No domain either, because it has no dot. */
const searchPath = '/search';

/** What an image request asks for, as far as its URL says. */
export type ImageRequest = ParsedDomain & {
  /** The edge asks whether it may serve the image, rather than for the image. */
  isAccessCheck: boolean;
  /** One of few values, for the metrics. */
  route: string;
  token: string | undefined;
  /** A search by name instead of an image. */
  wantedName?: string;
  parameters: ImageParameters;
  /** Empty for what is no domain. */
  cacheKey: string;
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
  const isSearch = path === searchPath;
  const parsed = domainOrProblem(raw, lookProblem(query));
  const parameters = parseImageParameters(kind, query);
  return {
    ...parsed,
    isAccessCheck,
    ...(isSearch && { wantedName: typeof query['q'] === 'string' ? query['q'] : '' }),
    route: isSearch ? searchPath : isAccessCheck ? accessPath : kind === 'og' ? '/og/:domain' : '/:domain',
    token: typeof token === 'string' ? token : undefined,
    parameters,
    cacheKey: parsed.domain === undefined ? '' : imageCacheKey(parsed.domain, parameters),
  };
}

function domainOrProblem(raw: string, problem: string | undefined): ParsedDomain {
  const parsed = parseDomain(raw);
  return parsed.domain !== undefined && problem !== undefined ? { problem } : parsed;
}

/** `/og/example.com` or `/example.com`; the rest of the path belongs to the URL that somebody pasted. */
function parsePath(path: string): { kind: ImageKind; raw: string } {
  const isOg = path.startsWith('/og/');
  return { kind: isOg ? 'og' : 'icon', raw: path.slice(isOg ? '/og/'.length : 1) };
}
