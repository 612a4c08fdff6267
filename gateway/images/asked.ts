import { type ParsedDomain, parseDomain } from '../../contracts/domain.ts';
import {
  type ImageKind,
  type ImageParameters,
  type ImageQuery,
  parseImageParameters,
} from '../../contracts/imageParameters.ts';

/** Which image a request is for. */
export function readAsked(path: string, query: ImageQuery): ParsedDomain & { parameters: ImageParameters } {
  const { kind, raw } = pathOf(path);
  return { ...parseDomain(raw), parameters: parseImageParameters(kind, query) };
}

/** `/og/example.com` or `/example.com`; whatever else stands in the path belongs to what a person has pasted. */
export function pathOf(path: string): { kind: ImageKind; raw: string } {
  const og = path.startsWith('/og/');
  return { kind: og ? 'og' : 'icon', raw: path.slice(og ? '/og/'.length : 1) };
}
