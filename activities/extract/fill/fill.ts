import type { Evidence } from '../declared/evidence.ts';
import type { Schema } from '../schema/schemaRefs.ts';
import { shapesOf } from '../schema/shape.ts';
import type { Provenance } from './candidate.ts';
import { createCandidates } from './candidates.ts';
import type { FillResult } from './fillResult.ts';
import { createGroupFinder } from './itemGroups.ts';
import { createNameMatcher } from './nameMatcher.ts';
import { createPropertyPaths } from './propertyPaths.ts';
import { SchemaFiller } from './schemaFiller.ts';
import { createSubjectFinder } from './subject.ts';

interface FilledSchema {
  data: unknown;
  /** By JSON Pointer. */
  sources: Map<string, Provenance>;
  /** JSON Pointers of what is required and was not found. */
  missing: string[];
}

/** Finds what a schema asks for in what a page declares. */
export function fillSchema(evidence: Evidence, schema: Schema, prompt = ''): FilledSchema {
  const names = createNameMatcher();
  const pathsOf = createPropertyPaths(names);
  const findSubject = createSubjectFinder({ evidence, names, pathsOf, prompt });
  const candidates = createCandidates(evidence, names, pathsOf);
  const findGroups = createGroupFinder(evidence, names, candidates);
  const filler = new SchemaFiller({ schema, evidence, names, candidates, findGroups });

  const results = shapesOf(schema, schema).map((shape) => {
    const scope = { subject: findSubject(shape), searchesPage: true };
    if (shape.kind === 'object') return filler.fillObject(shape, scope, '', 0);
    const name = shape.title || shape.description || prompt;
    return filler.fillShape(shape, { name, scope, pointer: '', depth: 0 }) ?? nothing();
  });
  // A complete result is better than any that is not.
  const rankOf = ({ missing, score }: FillResult) => (missing.length === 0 ? 100 : 0) + score;
  const best = results.reduce<FillResult | undefined>(
    (most, each) => (!most || rankOf(each) > rankOf(most) ? each : most),
    undefined,
  );
  const { value, sources, missing } = best ?? nothing();
  return { data: value, sources, missing };
}

function nothing(): FillResult {
  return { value: undefined, score: 0, sources: new Map(), missing: [''] };
}
