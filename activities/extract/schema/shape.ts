import { isRecord } from '../../../contracts/json/isRecord.ts';
import { isSchema, resolveRef, type Schema, type SchemaObject } from './schemaRefs.ts';

export type Kind = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'any';

/** One way to satisfy a schema: a single kind of value, with references and combinators resolved. */
export interface Shape {
  kind: Kind;
  isNullable: boolean;
  title: string;
  description: string;
  properties: Map<string, Schema>;
  required: ReadonlySet<string>;
  /** The schema of properties that are not in `properties`; false if there may be none. */
  additional: Schema;
  items: Schema | undefined;
  /** From `enum` or `const`. */
  values: readonly unknown[] | undefined;
  format: string | undefined;
  maxItems: number;
  minItems: number;
  maxLength: number;
}

function schemasIn(value: unknown): Schema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

/** Limits references that refer to themselves. */
const maxHops = 32;

/** The shapes of the values that a schema accepts: one for each type and alternative, with references followed. */
export function shapesOf(schema: Schema, root: Schema, hops = 0): Shape[] {
  if (schema === true || hops > maxHops) return [toShape({}, 'any')];
  if (schema === false) return [];
  const whole = flatten(schema, root, hops);
  const alternatives = [...schemasIn(whole['anyOf']), ...schemasIn(whole['oneOf'])];
  if (alternatives.length === 0) return kindsOf(whole).map((kind) => toShape(whole, kind));
  const { anyOf: _any, oneOf: _one, ...shared } = whole;
  const shapes = alternatives.flatMap((each) => shapesOf(isRecord(each) ? merge(shared, each) : each, root, hops + 1));
  const isNullable = shapes.some((shape) => shape.kind === 'null' || shape.isNullable);
  const others = shapes.filter(({ kind }) => kind !== 'null').map((each) => ({ ...each, isNullable }));
  return others.length > 0 ? others : shapes;
}

/** Merges the target of `$ref` and the parts of `allOf` into one schema. */
function flatten(schema: SchemaObject, root: Schema, hops: number): SchemaObject {
  if (hops > maxHops) return schema;
  let whole: SchemaObject = schema;
  const ref = schema['$ref'];
  if (typeof ref === 'string') {
    const { $ref: _, ...beside } = schema;
    const target = resolveRef(root, ref);
    whole = isRecord(target) ? merge(flatten(target, root, hops + 1), beside) : beside;
  }
  for (const part of schemasIn(whole['allOf'])) {
    const { allOf: _, ...rest } = whole;
    if (isRecord(part)) whole = merge(rest, flatten(part, root, hops + 1));
  }
  return whole;
}

function merge(first: SchemaObject, second: SchemaObject): SchemaObject {
  const both = { ...first, ...second };
  for (const key of ['properties', '$defs', 'definitions']) {
    const [a, b] = [first[key], second[key]];
    if (isRecord(a) && isRecord(b)) both[key] = { ...a, ...b };
  }
  const [a, b] = [first['required'], second['required']];
  if (Array.isArray(a) && Array.isArray(b)) both['required'] = [...a, ...b];
  return both;
}

const kinds: readonly Kind[] = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];

function isKind(value: unknown): value is Kind {
  return kinds.some((kind) => kind === value);
}

function kindsOf(schema: SchemaObject): Kind[] {
  const { type } = schema;
  const named = (Array.isArray(type) ? type : [type]).filter(isKind);
  if (named.length > 0) {
    const real = named.filter((kind) => kind !== 'null');
    return real.length > 0 ? real : ['null'];
  }
  if (schema['properties'] || schema['required']) return ['object'];
  if (schema['items'] || schema['prefixItems']) return ['array'];
  const values = enumOf(schema);
  if (values) return [...new Set(values.map(kindOfValue))];
  return schema['format'] || schema['pattern'] ? ['string'] : ['any'];
}

function kindOfValue(value: unknown): Kind {
  if (value === null) return 'null';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'any';
}

function enumOf(schema: SchemaObject): readonly unknown[] | undefined {
  if ('const' in schema) return [schema['const']];
  return Array.isArray(schema['enum']) ? schema['enum'] : undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function numberOr(value: unknown, fallback: number): number {
  return typeof value === 'number' ? value : fallback;
}

function toShape(schema: SchemaObject, kind: Kind): Shape {
  const { type, properties, required, items, additionalProperties } = schema;
  const values = enumOf(schema);
  const mayBeNull = (Array.isArray(type) && type.includes('null')) || schema['nullable'] === true;
  return {
    kind,
    isNullable: kind === 'null' || (mayBeNull && (!values || values.includes(null))),
    title: textOf(schema['title']),
    description: textOf(schema['description']),
    properties: new Map(
      isRecord(properties)
        ? Object.entries(properties).filter((entry): entry is [string, Schema] => isSchema(entry[1]))
        : [],
    ),
    required: new Set(Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []),
    additional: isSchema(additionalProperties) ? additionalProperties : true,
    items: isSchema(items) ? items : undefined,
    values,
    format: textOf(schema['format']) || undefined,
    maxItems: numberOr(schema['maxItems'], Number.POSITIVE_INFINITY),
    minItems: numberOr(schema['minItems'], 0),
    maxLength: numberOr(schema['maxLength'], Number.POSITIVE_INFINITY),
  };
}
