import type { Item, Origin, Source, Value } from '../declared/evidence.ts';
import type { Concepts } from './nameMatcher.ts';

/** Where a value was found, and how certain it is, from 0 to 1, that it is the requested one. */
export interface Provenance {
  source: Source;
  confidence: number;
  /** The properties that lead to it, the name of a tag, a label, a heading. */
  path: string;
  /** The beginning of what the page says there. */
  quote: string;
  /** What was made of it. */
  value: string | number | boolean;
}

/** Values that may be the requested ones. */
export interface Candidate {
  values: readonly Value[];
  score: number;
  source: Source;
  path: string;
  /** Of each value, if it is not where `source` and `path` say. */
  origins?: readonly (Origin | undefined)[] | undefined;
}

/** Where to look for the values of a property. */
export interface Scope {
  /** The item that the schema describes. */
  subject: Item | undefined;
  /** Whether to search the rest of the page too. */
  searchesPage: boolean;
  /** What the property is a part of: `address` for `address.city`. */
  prefix?: Concepts;
  /** The names of the properties beside it: a heading with one of these names begins another section. */
  labels?: readonly Concepts[];
}
