/** JSON Schema as it is asked for here: what kind of value, under which names and notes. */
export type Schema = { readonly [keyword: string]: unknown } | boolean;
type SchemaObject = Exclude<Schema, boolean>;

export type Kind = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'any';

export interface Shape {
  kind: Kind;
  nullable: boolean;
  title: string;
  description: string;
  properties: Map<string, Schema>;
  required: ReadonlySet<string>;
  /** What other properties may hold; false where there may be none. */
  additional: Schema;
  items: Schema | undefined;
  values: readonly unknown[] | undefined;
  format: string | undefined;
  maxItems: number;
  minItems: number;
  maxLength: number;
}

export function isSchemaObject(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
function isSchema(value: unknown): value is Schema {
  return typeof value === 'boolean' || isSchemaObject(value);
}
function schemasIn(value: unknown): Schema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

const mostHops = 32;

/** What a `$ref` inside the schema points to. */
export function resolveRef(root: Schema, ref: string): Schema | undefined {
  if (ref === '#') return root;
  if (ref.startsWith('#/')) {
    let at: unknown = root;
    for (const step of ref.slice(2).split('/')) {
      const key = decodeStep(step);
      at = Array.isArray(at) ? at[Number(key)] : isSchemaObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
    }
    return isSchema(at) ? at : undefined;
  }
  return findNamed(root, ref, 0);
}

function decodeStep(step: string): string {
  let decoded = step;
  try {
    decoded = decodeURIComponent(step);
  } catch {
    // Taken as it is written.
  }
  return decoded.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** By `$anchor` or `$id`. */
function findNamed(at: unknown, ref: string, depth: number): Schema | undefined {
  if (depth > 64 || typeof at !== 'object' || at === null) return undefined;
  if (isSchemaObject(at)) {
    const { $anchor, $dynamicAnchor, $id } = at;
    if (
      (typeof $anchor === 'string' && ref === `#${$anchor}`) ||
      (typeof $dynamicAnchor === 'string' && ref === `#${$dynamicAnchor}`) ||
      (typeof $id === 'string' && ($id === ref || $id.replace(/#$/, '') === ref || $id.endsWith(`/${ref}`)))
    )
      return at;
  }
  for (const value of Object.values(at)) {
    const found = findNamed(value, ref, depth + 1);
    if (found) return found;
  }
  return undefined;
}

/** The ways in which a schema can be met, references followed and `allOf` put together. */
export function shapesOf(schema: Schema, root: Schema, hops = 0): Shape[] {
  if (schema === true || hops > mostHops) return [anything()];
  if (schema === false) return [];
  const whole = flatten(schema, root, hops);
  const alternatives = [...schemasIn(whole['anyOf']), ...schemasIn(whole['oneOf'])];
  if (alternatives.length === 0) return kindsOf(whole).map((kind) => shape(whole, kind));
  const { anyOf: _any, oneOf: _one, ...shared } = whole;
  const shapes = alternatives.flatMap((each) =>
    shapesOf(isSchemaObject(each) ? merge(shared, each) : each, root, hops + 1),
  );
  const nullable = shapes.some(({ kind, nullable: may }) => kind === 'null' || may);
  const others = shapes.filter(({ kind }) => kind !== 'null').map((each) => ({ ...each, nullable }));
  return others.length > 0 ? others : shapes;
}

function flatten(schema: SchemaObject, root: Schema, hops: number): SchemaObject {
  if (hops > mostHops) return schema;
  let whole: SchemaObject = schema;
  const ref = schema['$ref'];
  if (typeof ref === 'string') {
    const { $ref: _, ...beside } = schema;
    const target = resolveRef(root, ref);
    whole = isSchemaObject(target) ? merge(flatten(target, root, hops + 1), beside) : beside;
  }
  for (const part of schemasIn(whole['allOf'])) {
    const { allOf: _, ...rest } = whole;
    if (isSchemaObject(part)) whole = merge(rest, flatten(part, root, hops + 1));
  }
  return whole;
}

function merge(first: SchemaObject, second: SchemaObject): SchemaObject {
  const both = { ...first, ...second };
  for (const key of ['properties', '$defs', 'definitions']) {
    const [a, b] = [first[key], second[key]];
    if (isSchemaObject(a) && isSchemaObject(b)) both[key] = { ...a, ...b };
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

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
function count(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

function shape(schema: SchemaObject, kind: Kind): Shape {
  const { type, properties, required, items, additionalProperties } = schema;
  const values = enumOf(schema);
  const mayBeNull = (Array.isArray(type) && type.includes('null')) || schema['nullable'] === true;
  return {
    kind,
    nullable: kind === 'null' || (mayBeNull && (!values || values.includes(null))),
    title: text(schema['title']),
    description: text(schema['description']),
    properties: new Map(
      isSchemaObject(properties)
        ? Object.entries(properties).filter((entry): entry is [string, Schema] => isSchema(entry[1]))
        : [],
    ),
    required: new Set(Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []),
    additional: isSchema(additionalProperties) ? additionalProperties : true,
    items: isSchema(items) ? items : undefined,
    values,
    format: text(schema['format']) || undefined,
    maxItems: count(schema['maxItems'], Number.POSITIVE_INFINITY),
    minItems: count(schema['minItems'], 0),
    maxLength: count(schema['maxLength'], Number.POSITIVE_INFINITY),
  };
}

function anything(): Shape {
  return shape({}, 'any');
}
