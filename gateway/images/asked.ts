import { LRUCache } from 'lru-cache';
import { type ParsedDomain, parseDomain } from '../../contracts/domain.ts';
import {
  type ImageKind,
  type ImageParameters,
  type ImageQuery,
  parseImageParameters,
} from '../../contracts/imageParameters.ts';

export type Asked = ParsedDomain & { parameters: ImageParameters };
export type ReadAsked = (path: string, query: ImageQuery) => Asked;

/** The same domains are asked for again and again; judging one takes a tenth of a whole answer. */
const rememberedDomains = 10_000;

/** Which image a request is for. */
export function createReadAsked(): ReadAsked {
  const domains = new LRUCache<string, ParsedDomain>({ max: rememberedDomains });
  return (path, query) => {
    const { kind, raw } = pathOf(path);
    const known = domains.get(raw);
    const parsed = known ?? parseDomain(raw);
    if (!known) domains.set(raw, parsed);
    return { ...parsed, parameters: parseImageParameters(kind, query) };
  };
}

/** `/og/example.com` or `/example.com`; whatever else stands in the path belongs to what a person has pasted. */
export function pathOf(path: string): { kind: ImageKind; raw: string } {
  const og = path.startsWith('/og/');
  return { kind: og ? 'og' : 'icon', raw: path.slice(og ? '/og/'.length : 1) };
}
