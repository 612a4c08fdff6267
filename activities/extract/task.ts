/** What is done on the threads: reading pages and checking against callers' schemas, both at somebody else's mercy. */
import type { JsonSchema } from '../../contracts/json/schema.ts';
import { readDeclared } from './declared/read.ts';
import { fillSchema } from './fill/fill.ts';
import type { Found } from './fill/found.ts';
import type { Schema } from './fill/shape.ts';
import { describe } from './fill/whole.ts';
import { createGround, ungrounded } from './grounding.ts';
import { mend, prune } from './schema/mend.ts';
import { child, valueAt } from './schema/pointer.ts';
import { createValidate, type Flaw, UnusableSchema } from './schema/validator.ts';

export interface DeclareTask {
  html: string;
  url: string;
  schema?: JsonSchema;
  prompt?: string;
}
export interface Declared {
  data: unknown;
  /** By JSON pointer. */
  sources: Record<string, Found>;
  /** What is required and was not found. */
  missing: string[];
}

export function declare({ html, url, schema, prompt }: DeclareTask): Outcome<Declared> {
  return said(() => {
    const evidence = readDeclared(html, url);
    if (schema === undefined) {
      const data = describe(evidence, prompt ?? '');
      return { data, sources: {}, missing: Object.keys(data).length > 0 ? [] : [''] };
    }
    const { data, sources, missing } = fillSchema(evidence, asSchema(schema), prompt);
    const { data: pruned, flaws } = prune(data, createValidate(schema));
    const lacking = flaws.map(({ at, keyword, params }) =>
      keyword === 'required' ? child(at, String(params['missingProperty'])) : at,
    );
    return {
      data: pruned,
      sources: Object.fromEntries([...sources].filter(([at]) => valueAt(pruned, at) !== undefined)),
      missing: [...new Set([...missing, ...lacking])],
    };
  });
}

export interface CheckTask {
  schema: JsonSchema;
  data: unknown;
  /** Whether what is wrong and not required may be taken out. */
  prune: boolean;
}
export interface Checked {
  data: unknown;
  flaws: Flaw[];
}
export function check({ schema, data, prune: mayPrune }: CheckTask): Outcome<Checked> {
  return said(() => (mayPrune ? prune : mend)(data, createValidate(schema)));
}

export interface GroundTask {
  html: string;
  url: string;
  schema?: JsonSchema;
  data: unknown;
}
export function ground({ html, url, schema, data }: GroundTask): Outcome<{ at: string; nullable: boolean }[]> {
  return said(() => ungrounded(data, asSchema(schema ?? true), createGround(html, url)));
}

export type Outcome<T> = { result: T } | { unusable: string };

/** Errors lose their class on the way out of a thread. */
function said<T>(work: () => T): Outcome<T> {
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
