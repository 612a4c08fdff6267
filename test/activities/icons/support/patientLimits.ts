import { defaultSearchLimits, type SearchLimits } from '../../../../activities/icons/searchLimits.ts';

const timeoutMs = 60_000;

/** A busy machine must not decide which candidate is found: for searches in which everything is answered in the end. */
export const patientLimits: SearchLimits = {
  ...defaultSearchLimits,
  totalTimeoutMs: 2 * timeoutMs,
  homePage: { ...defaultSearchLimits.homePage, timeoutMs },
  picture: { ...defaultSearchLimits.picture, timeoutMs },
  card: { ...defaultSearchLimits.card, timeoutMs },
  service: { ...defaultSearchLimits.service, timeoutMs },
  grace: { minMs: 10_000, maxMs: 10_000, shareOfElapsed: 1 },
};
