/** Which JSON Schemas callers may send, checked before any work begins. Nothing of a caller's is compiled here. */
import type { AnySchemaObject, ErrorObject } from 'ajv';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formatsPlugin from 'ajv-formats';

export const largestSchemaBytes = 64 * 1024;
export const deepestSchema = 32;

export type Dialect = 'draft-07' | '2020-12';
export type JsonSchema = AnySchemaObject | boolean;

const addFormats = formatsPlugin.default;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** By its own word, else by the keywords that only the older one has. */
export function dialectOf(schema: JsonSchema): Dialect {
  if (typeof schema === 'boolean') return '2020-12';
  const { $schema } = schema;
  if (typeof $schema === 'string') return /draft-0[67]/.test($schema) ? 'draft-07' : '2020-12';
  return 'definitions' in schema || hasTuple(schema, 0) ? 'draft-07' : '2020-12';
}

/** `items` as a list was renamed to `prefixItems`. */
function hasTuple(value: unknown, depth: number): boolean {
  if (depth > 80 || typeof value !== 'object' || value === null) return false;
  if (isObject(value) && Array.isArray(value['items'])) return true;
  return Object.values(value).some((each) => hasTuple(each, depth + 1));
}

/** Ajv for a dialect, as callers' schemas are read: words that it does not know are somebody's notes. */
export function createAjv(dialect: Dialect): Ajv {
  const options = { strict: false, allErrors: true, logger: false, inlineRefs: false, validateSchema: false } as const;
  const ajv = dialect === 'draft-07' ? new Ajv(options) : new Ajv2020(options);
  addFormats(ajv);
  return ajv;
}

/** Keywords whose values are schemas by name. */
const namedSchemas = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
]);
/** Keywords whose values are data, whatever they look like. */
const plainData = new Set(['const', 'enum', 'default', 'examples', 'example']);
const referring = ['$ref', '$dynamicRef', '$recursiveRef'];
const knownDialect = /^https?:\/\/json-schema\.org\/(?:draft-0[67]|draft\/2020-12|draft\/2019-09)\/schema#?$/;

interface Seen {
  refs: { path: string; ref: string; base: string }[];
  ids: Set<string>;
  anchors: Set<string>;
}

/** A check of callers' schemas: the first problem as a sentence that names its place, or undefined. */
export function createSchemaCheck(): (schema: unknown) => string | undefined {
  const ajvs = { 'draft-07': createAjv('draft-07'), '2020-12': createAjv('2020-12') };
  return (schema) => {
    if (typeof schema !== 'boolean' && !isObject(schema)) return '`schema` must be a JSON Schema: an object.';
    if (Buffer.byteLength(JSON.stringify(schema)) > largestSchemaBytes)
      return `\`schema\` is larger than ${largestSchemaBytes / 1024} KiB.`;
    if (typeof schema === 'boolean') return undefined;
    const { $schema } = schema;
    if ($schema !== undefined && !(typeof $schema === 'string' && knownDialect.test($schema)))
      return '`schema.$schema` must name JSON Schema draft-07 or 2020-12.';
    const seen: Seen = { refs: [], ids: new Set(), anchors: new Set() };
    const tooDeep = walk(schema, { path: 'schema', depth: 1, base: '' }, seen);
    if (tooDeep) return tooDeep;
    const ajv = ajvs[dialectOf(schema)];
    const { $schema: _, ...bare } = schema;
    if (!ajv.validateSchema(bare)) return complaint(mostTelling(ajv.errors ?? []));
    return unresolved(schema, seen);
  };
}

function walk(
  schema: unknown,
  { path, depth, base }: { path: string; depth: number; base: string },
  seen: Seen,
): string | undefined {
  if (Array.isArray(schema)) {
    for (const [at, each] of schema.entries()) {
      const problem = walk(each, { path: `${path}[${at}]`, depth, base }, seen);
      if (problem) return problem;
    }
    return undefined;
  }
  if (!isObject(schema)) return undefined;
  if (depth > deepestSchema) return `\`${path.slice(0, 300)}\` is nested deeper than ${deepestSchema} levels.`;
  const { $id, $anchor, $dynamicAnchor } = schema;
  const here = typeof $id === 'string' ? resolve($id, base) : base;
  if (typeof $id === 'string') seen.ids.add(here.replace(/#$/, ''));
  for (const anchor of [$anchor, $dynamicAnchor]) if (typeof anchor === 'string') seen.anchors.add(`${here}#${anchor}`);
  for (const [pattern, place] of patternsOf(schema))
    if (!isPattern(pattern)) return `\`${path}.${place}\` is not a regular expression: ${pattern.slice(0, 100)}.`;
  for (const keyword of referring) {
    const ref = schema[keyword];
    if (typeof ref === 'string') seen.refs.push({ path: `${path}.${keyword}`, ref, base: here });
  }
  for (const [key, value] of Object.entries(schema)) {
    if (plainData.has(key)) continue;
    const inner = { path: `${path}.${key}`, base: here };
    if (namedSchemas.has(key) && isObject(value)) {
      for (const [name, each] of Object.entries(value)) {
        const problem = walk(each, { path: `${inner.path}.${name}`, depth: depth + 1, base: here }, seen);
        if (problem) return problem;
      }
    } else {
      const problem = walk(value, { ...inner, depth: depth + 1 }, seen);
      if (problem) return problem;
    }
  }
  return undefined;
}

function* patternsOf({ pattern, patternProperties }: Record<string, unknown>): Generator<[string, string]> {
  if (typeof pattern === 'string') yield [pattern, 'pattern'];
  if (isObject(patternProperties)) for (const key of Object.keys(patternProperties)) yield [key, 'patternProperties'];
}

/** Made, as Ajv will make it, but not run. */
function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

function resolve(reference: string, base: string): string {
  if (URL.canParse(reference, base || undefined)) return new URL(reference, base || undefined).href;
  return reference;
}

/** The first reference that leads out of the schema, or nowhere in it. */
function unresolved(root: Record<string, unknown>, { refs, ids, anchors }: Seen): string | undefined {
  for (const { path, ref, base } of refs) {
    const absolute = ref.startsWith('#') ? `${base}${ref}` : resolve(ref, base);
    const at = absolute.indexOf('#');
    const document = at === -1 ? absolute : absolute.slice(0, at);
    const fragment = at === -1 ? '' : absolute.slice(at + 1);
    const isInside = document === base || document === '' || ids.has(document);
    if (!isInside)
      return `\`${path}\` points outside the schema (${ref.slice(0, 200)}); only references inside it are followed.`;
    if (fragment === '' || anchors.has(`${document}#${fragment}`)) continue;
    // A pointer into an embedded document is checked when that is compiled.
    const isRoot = document === '' || (typeof root['$id'] === 'string' && resolve(root['$id'], '') === document);
    if (!fragment.startsWith('/') || (isRoot && !pointsSomewhere(root, fragment)))
      return `\`${path}\` points to nothing in the schema (${ref.slice(0, 200)}).`;
  }
  return undefined;
}

function pointsSomewhere(root: unknown, pointer: string): boolean {
  let at = root;
  for (const step of pointer.slice(1).split('/')) {
    const key = decodeURIComponent(step.replace(/%(?![\da-f]{2})/gi, '%25'))
      .replaceAll('~1', '/')
      .replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return false;
    at = Reflect.get(at, key);
  }
  return typeof at === 'boolean' || isObject(at);
}

/** Of the errors of the meta-schema, the deepest says most: the outer ones only say that something inside is wrong. */
function mostTelling(errors: readonly ErrorObject[]): ErrorObject | undefined {
  return [...errors].sort((a, b) => b.instancePath.split('/').length - a.instancePath.split('/').length)[0];
}

function complaint(error: ErrorObject | undefined): string {
  if (!error) return '`schema` is not a valid JSON Schema.';
  const path = error.instancePath
    .slice(1)
    .split('/')
    .filter(Boolean)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const allowed = error.keyword === 'enum' ? `: ${error.params['allowedValues'].join(', ')}` : '';
  return `\`${['schema', ...path].join('.')}\` ${error.message ?? 'is not valid'}${allowed}.`;
}
