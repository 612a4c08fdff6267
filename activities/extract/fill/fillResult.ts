import type { Candidate, Provenance } from './candidate.ts';

/** A value for a schema, or for a part of one. */
export interface FillResult {
  value: unknown;
  score: number;
  /** By JSON Pointer. */
  sources: Map<string, Provenance>;
  /** JSON Pointers of what is required and was not found. */
  missing: string[];
}

const minScore = 0.45;

/** The first candidate that `read` turns into a value. The candidates come best first. */
export function firstReadable(
  candidates: readonly Candidate[],
  pointer: string,
  read: (candidate: Candidate) => unknown,
): FillResult | undefined {
  for (const candidate of candidates) {
    const { score, source } = candidate;
    if (score < minScore) break;
    const value = read(candidate);
    if (value === undefined) continue;
    return { value, score, sources: new Map([[pointer, { source, confidence: Math.min(1, score) }]]), missing: [] };
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
