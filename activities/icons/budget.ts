import type { HomePageLimits } from './discover/homePage.ts';
import type { JudgeLimits } from './judge.ts';

/** What one search may cost. */
export interface Budget {
  /** All of it; below the ten seconds that a caller is kept waiting. */
  totalMs: number;
  homePage: HomePageLimits;
  picture: JudgeLimits;
  /** Open Graph images are photographs. */
  card: JudgeLimits;
  /** Manifests and browserconfigs. */
  textBytes: number;
  /** Pictures that are downloaded of one site. */
  candidates: number;
  totalBytes: number;
  /** How much longer something better is waited for once a good icon is there: longer where the site is slow. */
  patience: { leastMs: number; mostMs: number; shareOfElapsed: number };
  service: JudgeLimits;
}

const megabyte = 1024 * 1024;

export const usualBudget: Budget = {
  totalMs: 9_500,
  homePage: { timeoutMs: 5_000, maxBytes: 5 * megabyte, headStartMs: 1_500 },
  picture: { timeoutMs: 5_000, maxBytes: 4 * megabyte },
  card: { timeoutMs: 5_000, maxBytes: 12 * megabyte },
  textBytes: megabyte,
  candidates: 18,
  totalBytes: 24 * megabyte,
  patience: { leastMs: 300, mostMs: 1_500, shareOfElapsed: 0.5 },
  service: { timeoutMs: 3_000, maxBytes: 2 * megabyte },
};
