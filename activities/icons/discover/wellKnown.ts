import type { Candidate, CandidateSource } from '../candidate.ts';
import { resolveUrl } from './urls.ts';

type Path = readonly [path: string, source: CandidateSource, side?: number];

/** Paths that browsers and phones request by themselves: tried on every site. */
const common: readonly Path[] = [
  ['/apple-touch-icon.png', 'well-known-touch', 180],
  ['/favicon.svg', 'well-known-svg'],
  ['/favicon.ico', 'well-known-icon', 48],
];

/** Paths that only old sites have: tried if nothing good was found. */
const rare: readonly Path[] = [
  ['/apple-touch-icon-180x180.png', 'well-known-touch', 180],
  ['/apple-touch-icon-152x152.png', 'well-known-touch', 152],
  ['/apple-touch-icon-precomposed.png', 'well-known-touch', 144],
  ['/apple-touch-icon-144x144.png', 'well-known-touch', 144],
  ['/apple-touch-icon-120x120.png', 'well-known-touch', 120],
  ['/favicon.png', 'well-known-icon', 64],
];

export function commonPaths(base: string): Candidate[] {
  return candidatesAt(common, base);
}

export function rarePaths(base: string): Candidate[] {
  return candidatesAt(rare, base);
}

function candidatesAt(paths: readonly Path[], base: string): Candidate[] {
  return paths.flatMap(([path, source, declaredSide]) => {
    const url = resolveUrl(path, base);
    return url === undefined ? [] : [{ url, source, ...(declaredSide === undefined ? {} : { declaredSide }) }];
  });
}
