import type { Theme } from '../../contracts/images/parameters.ts';
import type { SourceCandidate } from '../../storage/sources.ts';
import type { Unusable } from './decode/pool.ts';
import type { Inspection } from './decode/protocol.ts';

/** Where a candidate's URL was found. */
export type CandidateSource =
  | 'mark'
  | 'svg-icon'
  | 'icon'
  | 'touch-icon'
  | 'fluid-icon'
  | 'mask-icon'
  | 'manifest'
  | 'manifest-maskable'
  | 'manifest-monochrome'
  | 'tile'
  | 'json-ld'
  | 'well-known-svg'
  | 'well-known-touch'
  | 'well-known-icon'
  | 'service'
  /** An Open Graph image, which does not compete with the others. */
  | 'card';

/** A picture that may be a site's icon, not downloaded yet. */
export interface Candidate {
  url: string;
  source: CandidateSource;
  /** The largest side that its declaration states; `any` is Infinity. */
  declaredSide?: number;
  /** The color scheme that its declaration is for. */
  declaredTheme?: Theme;
  /** The color that the page declares for a mask icon. */
  maskColor?: string;
}

/** A candidate after it was downloaded, inspected and scored, or rejected on the way. */
export interface Evaluation {
  /** Stored with the source and shown in the dashboard; without a score the candidate cannot be used. */
  record: SourceCandidate;
  /** The bytes to store if this candidate wins, and what they show. */
  picture?: { body: Buffer; inspection: Inspection };
  /** It was downloaded, but the time was up before a decoder was free. */
  isUndecided?: true;
}

/** Shortens long `data:` URLs for storage and the dashboard. */
export function shortenUrl(url: string): string {
  return url.length > 300 ? `${url.slice(0, 80)}…` : url;
}

/** The evaluation of a candidate that cannot be used. */
export function rejectCandidate({ url, source }: Candidate, reason: string): Evaluation {
  return { record: { url: shortenUrl(url), source, reasons: [reason], chosen: false } };
}

/** The evaluation of a candidate that the decoder cannot use, or had no time for. */
export function rejectPicture(candidate: Candidate, { problem, isUndecided }: Unusable): Evaluation {
  return { ...rejectCandidate(candidate, problem), ...(isUndecided && { isUndecided }) };
}
