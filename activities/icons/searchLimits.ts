import type { HomePageLimits } from './discover/homePage.ts';
import type { DownloadLimits } from './download.ts';

/** What one search for a picture may cost. */
export interface SearchLimits {
  /** For the whole search; less than the ten seconds that a caller waits at most. */
  totalTimeoutMs: number;
  homePage: HomePageLimits;
  picture: DownloadLimits;
  /** Open Graph images are photographs, so they may be larger. */
  card: DownloadLimits;
  /** For manifests and browserconfigs. */
  maxTextBytes: number;
  /** Pictures that are downloaded from one site. */
  maxCandidates: number;
  maxTotalBytes: number;
  /** How long a search goes on after a good icon is found, as a share of the time it took so far. */
  grace: { minMs: number; maxMs: number; shareOfElapsed: number };
  service: DownloadLimits;
}

const megabyte = 1024 * 1024;

export const defaultSearchLimits: SearchLimits = {
  totalTimeoutMs: 9_500,
  homePage: { timeoutMs: 5_000, maxBytes: 5 * megabyte, headStartMs: 1_500 },
  picture: { timeoutMs: 5_000, maxBytes: 4 * megabyte },
  card: { timeoutMs: 5_000, maxBytes: 12 * megabyte },
  maxTextBytes: megabyte,
  maxCandidates: 18,
  maxTotalBytes: 24 * megabyte,
  grace: { minMs: 300, maxMs: 1_500, shareOfElapsed: 0.5 },
  service: { timeoutMs: 3_000, maxBytes: 2 * megabyte },
};
