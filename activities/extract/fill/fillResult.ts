import type { Candidate, Provenance } from './candidate.ts';

/** A value for a schema, or for a part of one. */
export interface FillResult {
  value: unknown;
  score: number;
  /** By JSON Pointer; each entry of a list has its own. */
  sources: Map<string, Provenance>;
  /** JSON Pointers of what is required and was not found. */
  missing: string[];
}

const minScore = 0.45;

/** What `read` makes of the first candidate that it can read. The candidates come best first. */
export function firstReadable<T>(
  candidates: readonly Candidate[],
  read: (candidate: Candidate) => T | undefined,
): { candidate: Candidate; reading: T } | undefined {
  for (const candidate of candidates) {
    if (candidate.score < minScore) break;
    const reading = read(candidate);
    if (reading !== undefined) return { candidate, reading };
  }
  return undefined;
}

/** Whether something was found, and nothing that is required is missing. */
export function isFilled({ sources, missing }: FillResult): boolean {
  return sources.size > 0 && missing.length === 0;
}

/** The first of the results with the highest score. */
export function bestOf(results: readonly (FillResult | undefined)[]): FillResult | undefined {
  return results.reduce<FillResult | undefined>(
    (best, each) => (each && (!best || each.score > best.score) ? each : best),
    undefined,
  );
}
