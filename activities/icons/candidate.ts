import type { Theme } from '../../contracts/images/parameters.ts';
import type { Look } from './decode/protocol.ts';

/** Where a candidate was named. */
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
  /** An Open Graph image, which is not scored against others. */
  | 'card';

/** A picture that may be a site's icon, before anybody has looked at it. */
export interface Candidate {
  url: string;
  source: CandidateSource;
  /** The larger of the sizes that its declaration states; `any` is Infinity. */
  declaredSide?: number;
  /** The colour scheme that its declaration is for. */
  declaredTheme?: Theme;
  /** The colour that a mask icon is to be painted in. */
  maskColour?: string;
}

/** A candidate that has been looked at, with what came of it. Kept with the icon and shown to people. */
export interface JudgedCandidate {
  url: string;
  source: CandidateSource;
  /** Undefined where it cannot be used at all. */
  score?: number;
  reasons: string[];
  width?: number;
  height?: number;
  contentType?: string;
  chosen: boolean;
}

/** What a judged candidate has beside its record: the bytes to keep. */
export interface Judgement {
  candidate: Candidate;
  record: JudgedCandidate;
  picture?: { body: Buffer; look: Look };
}

/** Long `data:` addresses are cut for people and storage. */
export function shownUrl(url: string): string {
  return url.length > 300 ? `${url.slice(0, 80)}…` : url;
}
