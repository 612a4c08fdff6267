/** The tasks of the extract pool: they run on its threads, because hostile pages and schemas can make them run forever. */
import type { JsonSchema } from '../../contracts/json/dialect.ts';
import { childPointer } from '../../contracts/json/pointer.ts';
import { readEvidence } from './declared/readEvidence.ts';
import type { Provenance } from './fill/candidate.ts';
import { describePage } from './fill/describePage.ts';
import { fillSchema } from './fill/fill.ts';
import { type UngroundedValue, ungroundedValues } from './grounding.ts';
import { createPageValues } from './pageValues.ts';
import { valueAt } from './schema/pointerValues.ts';
import { prune, type Repaired, repair } from './schema/repair.ts';
import type { Schema } from './schema/schemaRefs.ts';
import { compileSchema, UnusableSchema } from './schema/validator.ts';
import { evidenceOf, type FoundEvidence } from './valueEvidence.ts';

export interface DeclaredTask {
  html: string;
  url: string;
  schema?: JsonSchema;
  prompt?: string;
}

/** The data that a page declares in its markup. */
export interface Declared {
  data: unknown;
  /** By JSON Pointer. */
  sources: Record<string, Provenance>;
  /** JSON Pointers of what the schema requires and the page does not declare. */
  missing: string[];
}

export function extractDeclared({ html, url, schema, prompt }: DeclaredTask): TaskOutcome<Declared> {
  return toOutcome(() => {
    const evidence = readEvidence(html, url);
    if (schema === undefined) {
      const { data, sources } = describePage(evidence, prompt ?? '');
      return { data, sources: Object.fromEntries(sources), missing: Object.keys(data).length > 0 ? [] : [''] };
    }
    const { data, sources, missing } = fillSchema(evidence, asSchema(schema), prompt);
    const { data: pruned, flaws } = prune(data, compileSchema(schema));
    const invalid = flaws.map(({ pointer, keyword, params }) =>
      keyword === 'required' ? childPointer(pointer, String(params['missingProperty'])) : pointer,
    );
    return {
      data: pruned,
      sources: Object.fromEntries([...sources].filter(([pointer]) => valueAt(pruned, pointer) !== undefined)),
      missing: [...new Set([...missing, ...invalid])],
    };
  });
}

export interface CheckTask {
  schema: JsonSchema;
  data: unknown;
  /** Whether wrong values that are not required may be removed. */
  mayPrune: boolean;
}

export function checkAnswer({ schema, data, mayPrune }: CheckTask): TaskOutcome<Repaired> {
  return toOutcome(() => (mayPrune ? prune : repair)(data, compileSchema(schema)));
}

export interface GroundingTask {
  html: string;
  url: string;
  schema?: JsonSchema;
  data: unknown;
}

export function findUngrounded({ html, url, schema, data }: GroundingTask): TaskOutcome<UngroundedValue[]> {
  return toOutcome(() => ungroundedValues(data, asSchema(schema ?? true), createPageValues(html, url)));
}

export interface EvidenceTask {
  html: string;
  url: string;
  data: unknown;
  sources: Declared['sources'];
  hasModel: boolean;
}

export function findEvidence({ html, url, ...answer }: EvidenceTask): TaskOutcome<FoundEvidence> {
  return toOutcome(() => evidenceOf({ ...answer, readPage: () => createPageValues(html, url) }));
}

/** An `UnusableSchema` error would lose its class on the way back from the thread. */
export type TaskOutcome<T> = { result: T } | { unusable: string };

function toOutcome<T>(work: () => T): TaskOutcome<T> {
  try {
    return { result: work() };
  } catch (error) {
    if (error instanceof UnusableSchema) return { unusable: error.message };
    throw error;
  }
}

function asSchema(schema: JsonSchema): Schema {
  return typeof schema === 'boolean' ? schema : { ...schema };
}
