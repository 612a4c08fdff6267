import type { Candidate, CandidateSource } from '../candidate.ts';
import { resolveAddress } from './addresses.ts';

type Path = readonly [path: string, source: CandidateSource, side?: number];

/** Paths that browsers and phones ask for without being told; worth a request of every site. */
const usual: readonly Path[] = [
  ['/apple-touch-icon.png', 'well-known-touch', 180],
  ['/favicon.svg', 'well-known-svg'],
  ['/favicon.ico', 'well-known-icon', 48],
];

/** Asked for only where nothing good was found: old sites have them, others answer seven errors. */
const rare: readonly Path[] = [
  ['/apple-touch-icon-180x180.png', 'well-known-touch', 180],
  ['/apple-touch-icon-152x152.png', 'well-known-touch', 152],
  ['/apple-touch-icon-precomposed.png', 'well-known-touch', 144],
  ['/apple-touch-icon-144x144.png', 'well-known-touch', 144],
  ['/apple-touch-icon-120x120.png', 'well-known-touch', 120],
  ['/favicon.png', 'well-known-icon', 64],
];

export function usualPaths(base: string): Candidate[] {
  return candidatesAt(usual, base);
}
export function rarePaths(base: string): Candidate[] {
  return candidatesAt(rare, base);
}

function candidatesAt(paths: readonly Path[], base: string): Candidate[] {
  return paths.flatMap(([path, source, declaredSide]) => {
    const url = resolveAddress(path, base);
    return url === undefined ? [] : [{ url, source, ...(declaredSide === undefined ? {} : { declaredSide }) }];
  });
}
