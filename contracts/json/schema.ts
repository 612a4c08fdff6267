/** Which JSON Schemas callers may send. A schema is only inspected here, never compiled, so that it cannot cause harm. */
import type { ErrorObject } from 'ajv';
import { parseUrl } from '../parseUrl.ts';
import { createAjv, dialectOf } from './dialect.ts';
import { errorWords } from './errorWords.ts';
import { isRecord } from './isRecord.ts';
import { fragmentSteps, pointerSteps } from './pointer.ts';

const maxSchemaBytes = 64 * 1024;
const maxSchemaDepth = 32;

/** Keywords whose value is an object with a schema under each name. */
const namedSchemas = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
]);
/** Keywords whose values are data, even where they look like schemas. */
const dataKeywords = new Set(['const', 'enum', 'default', 'examples', 'example']);
const refKeywords = ['$ref', '$dynamicRef', '$recursiveRef'];
const knownDialect = /^https?:\/\/json-schema\.org\/(?:draft-0[67]|draft\/2020-12|draft\/2019-09)\/schema#?$/;

/** What a walk over the whole schema collects. */
interface SchemaIndex {
  refs: { path: string; ref: string; base: string }[];
  ids: Set<string>;
  anchors: Set<string>;
}

/** Creates a check that answers with a schema's first problem, as a sentence that names its path, or with undefined. */
export function createSchemaCheck(): (schema: unknown) => string | undefined {
  // Only one problem is reported, and a schema can have thousands.
  const options = { allErrors: false };
  const ajvs = { 'draft-07': createAjv('draft-07', options), '2020-12': createAjv('2020-12', options) };
  return (schema) => {
    if (typeof schema !== 'boolean' && !isRecord(schema)) return '`schema` must be a JSON Schema: an object.';
    if (Buffer.byteLength(JSON.stringify(schema)) > maxSchemaBytes)
      return `\`schema\` is larger than ${maxSchemaBytes / 1024} KiB.`;
    if (typeof schema === 'boolean') return undefined;
    const { $schema } = schema;
    if ($schema !== undefined && !(typeof $schema === 'string' && knownDialect.test($schema)))
      return '`schema.$schema` must name JSON Schema draft-07 or 2020-12.';
    const index: SchemaIndex = { refs: [], ids: new Set(), anchors: new Set() };
    const problem = walk(schema, { path: 'schema', depth: 1, base: '' }, index);
    if (problem) return problem;
    const ajv = ajvs[dialectOf(schema)];
    const { $schema: _, ...withoutDialect } = schema;
    if (!ajv.validateSchema(withoutDialect)) return describeError(deepestError(ajv.errors ?? []));
    return unresolvedRef(schema, index);
  };
}

interface Position {
  /** As the sentences name it: `schema.properties.price`. */
  path: string;
  depth: number;
  /** The URI that relative references resolve against. */
  base: string;
}

/** Fills the index, and returns a sentence about the first schema that is nested too deep or has a broken pattern. */
function walk(schema: unknown, { path, depth, base }: Position, index: SchemaIndex): string | undefined {
  if (Array.isArray(schema)) {
    for (const [at, each] of schema.entries()) {
      const problem = walk(each, { path: `${path}[${at}]`, depth, base }, index);
      if (problem) return problem;
    }
    return undefined;
  }
  if (!isRecord(schema)) return undefined;
  if (depth > maxSchemaDepth) return `\`${path.slice(0, 300)}\` is nested deeper than ${maxSchemaDepth} levels.`;
  for (const [pattern, keyword] of patternsOf(schema))
    if (!isPattern(pattern)) return `\`${path}.${keyword}\` is not a regular expression: ${pattern.slice(0, 100)}.`;
  const here = addToIndex(schema, { path, depth, base }, index);
  for (const [key, value] of Object.entries(schema)) {
    if (dataKeywords.has(key)) continue;
    // The keys of `properties` and the like are not keywords, but names with a schema each.
    const inner = namedSchemas.has(key) && isRecord(value) ? Object.entries(value) : [[undefined, value] as const];
    for (const [name, each] of inner) {
      const innerPath = name === undefined ? `${path}.${key}` : `${path}.${key}.${name}`;
      const problem = walk(each, { path: innerPath, depth: depth + 1, base: here }, index);
      if (problem) return problem;
    }
  }
  return undefined;
}

/** Adds a schema's identifiers and references to the index, and returns the base URI for the schemas inside it. */
function addToIndex(schema: Record<string, unknown>, { path, base }: Position, index: SchemaIndex): string {
  const { $id, $anchor, $dynamicAnchor } = schema;
  const here = typeof $id === 'string' ? resolveUri($id, base) : base;
  if (typeof $id === 'string') index.ids.add(here.replace(/#$/, ''));
  for (const anchor of [$anchor, $dynamicAnchor])
    if (typeof anchor === 'string') index.anchors.add(`${here}#${anchor}`);
  for (const keyword of refKeywords) {
    const ref = schema[keyword];
    if (typeof ref === 'string') index.refs.push({ path: `${path}.${keyword}`, ref, base: here });
  }
  return here;
}

function* patternsOf({ pattern, patternProperties }: Record<string, unknown>): Generator<[string, string]> {
  if (typeof pattern === 'string') yield [pattern, 'pattern'];
  if (isRecord(patternProperties)) for (const key of Object.keys(patternProperties)) yield [key, 'patternProperties'];
}

/** Compiled with the `u` flag, as Ajv compiles it, but never run. */
function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

function resolveUri(reference: string, base: string): string {
  return parseUrl(reference, base === '' ? undefined : base)?.href ?? reference;
}

/** A sentence about the first reference that points outside the schema, or to nothing inside it. */
function unresolvedRef(root: Record<string, unknown>, { refs, ids, anchors }: SchemaIndex): string | undefined {
  for (const { path, ref, base } of refs) {
    const absolute = ref.startsWith('#') ? `${base}${ref}` : resolveUri(ref, base);
    const at = absolute.indexOf('#');
    const document = at === -1 ? absolute : absolute.slice(0, at);
    const fragment = at === -1 ? '' : absolute.slice(at + 1);
    const isInside = document === base || document === '' || ids.has(document);
    if (!isInside)
      return `\`${path}\` points outside the schema (${ref.slice(0, 200)}); only references inside it are followed.`;
    if (fragment === '' || anchors.has(`${document}#${fragment}`)) continue;
    // Ajv checks a pointer into an embedded document when it compiles the schema.
    const isRoot = document === '' || (typeof root['$id'] === 'string' && resolveUri(root['$id'], '') === document);
    const steps = fragment.startsWith('/') ? fragmentSteps(fragment) : undefined;
    if (!steps || (isRoot && !leadsToSchema(root, steps)))
      return `\`${path}\` points to nothing in the schema (${ref.slice(0, 200)}).`;
  }
  return undefined;
}

function leadsToSchema(root: unknown, steps: readonly string[]): boolean {
  let at = root;
  for (const step of steps) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return false;
    at = Reflect.get(at, step);
  }
  return typeof at === 'boolean' || isRecord(at);
}

/** The deepest error says most: the outer ones only say that something inside is wrong. */
function deepestError(errors: readonly ErrorObject[]): ErrorObject | undefined {
  return [...errors].sort((a, b) => b.instancePath.split('/').length - a.instancePath.split('/').length)[0];
}

function describeError(error: ErrorObject | undefined): string {
  if (!error) return '`schema` is not a valid JSON Schema.';
  const path = pointerSteps(error.instancePath).filter(Boolean);
  return `\`${['schema', ...path].join('.')}\` ${errorWords(error)}.`;
}
