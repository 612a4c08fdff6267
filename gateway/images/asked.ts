import type { Context } from 'koa';
import { LRUCache } from 'lru-cache';
import { type ParsedDomain, parseDomain } from '../../contracts/images/domain.ts';
import { type ImageKind, type ImageParameters, parseImageParameters } from '../../contracts/images/parameters.ts';

/** Followed by the path and query of the image; deploy/edge/nginx.conf names it too. No domain looks like it. */
const accessPath = '/internal/image-access';

/** What a request asks for, as far as its URL says it. */
export type Asked = ParsedDomain & {
  /** The edge's question whether it may serve the image, rather than the image. */
  access: boolean;
  /** One of few, for the metrics. */
  route: string;
  token: string | undefined;
  parameters: ImageParameters;
};

export interface Reader {
  read(ctx: Pick<Context, 'url' | 'path' | 'query'>): Asked;
  /** What a URL that was read before asks for. */
  remembered(url: string): Asked | undefined;
}

/** The same images are asked for again and again, and reading their URLs is a good part of answering. */
const rememberedUrls = 4_000;
/** A longer one is read each time: what strangers send must not fill the memory. */
const longestRemembered = 300;

export function createReader(): Reader {
  const remembered = new LRUCache<string, Asked>({ max: rememberedUrls });
  return {
    read(ctx) {
      const known = remembered.get(ctx.url);
      if (known) return known;
      const asked = readAsked(ctx);
      if (ctx.url.length <= longestRemembered) remembered.set(ctx.url, asked);
      return asked;
    },
    remembered: (url) => remembered.get(url),
  };
}

function readAsked({ path, query }: Pick<Context, 'path' | 'query'>): Asked {
  const access = path.startsWith(`${accessPath}/`);
  const { kind, raw } = pathOf(access ? path.slice(accessPath.length) : path);
  const { token } = query;
  return {
    ...parseDomain(raw),
    access,
    route: access ? accessPath : kind === 'og' ? '/og/:domain' : '/:domain',
    token: typeof token === 'string' ? token : undefined,
    parameters: parseImageParameters(kind, query),
  };
}

/** `/og/example.com` or `/example.com`; whatever else stands in the path belongs to what a person has pasted. */
function pathOf(path: string): { kind: ImageKind; raw: string } {
  const og = path.startsWith('/og/');
  return { kind: og ? 'og' : 'icon', raw: path.slice(og ? '/og/'.length : 1) };
}
