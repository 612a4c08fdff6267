import type { Source, Value } from '../declared/evidence.ts';

/** Where a value was found, and from 0 to 1 how sure it is that it is what was asked for. */
export interface Found {
  source: Source;
  confidence: number;
}

/** Values that may be what was asked for. */
export interface Gathered {
  values: readonly Value[];
  score: number;
  source: Source;
}
