import type { JsonSchema } from '../../../contracts/json/schema.ts';
import type { Source } from '../declared/evidence.ts';
import { isRecord, steps } from '../schema/pointer.ts';
import type { Declared } from '../task.ts';

/** Names of the outermost properties that the page itself answers beyond doubt: nobody needs to be asked for these. */
export type Sure = ReadonlySet<string>;

/** Only what was written for programs is beyond doubt. */
const explicit: ReadonlySet<Source> = new Set(['json-ld', 'microdata', 'rdfa']);
const leastConfidence = 0.85;

export function sureOf({ data, sources }: Declared): Sure {
  if (!isRecord(data)) return new Set();
  const doubtful = new Set<string>();
  const found = new Set<string>();
  for (const [at, { source, confidence }] of Object.entries(sources)) {
    const [name] = steps(at);
    if (name === undefined) continue;
    found.add(name);
    if (!explicit.has(source) || confidence < leastConfidence) doubtful.add(name);
  }
  return new Set([...found].filter((name) => !doubtful.has(name) && data[name] !== null && data[name] !== undefined));
}

/** Keywords by which one property's presence changes what another must be: such a schema is asked for whole. */
const entangled = [
  '$ref',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'dependencies',
  'dependentSchemas',
  'dependentRequired',
  'minProperties',
  'patternProperties',
  'unevaluatedProperties',
];

/** The schema without the properties that need not be asked for. */
export function withoutSure(schema: JsonSchema, sure: Sure): JsonSchema {
  if (
    sure.size === 0 ||
    typeof schema === 'boolean' ||
    !isRecord(schema['properties']) ||
    entangled.some((keyword) => keyword in schema)
  )
    return schema;
  const { required } = schema;
  const properties = Object.fromEntries(Object.entries(schema['properties']).filter(([name]) => !sure.has(name)));
  // References may point at a property that is not asked for.
  const kept = JSON.stringify(schema).includes('#/properties/') ? schema['properties'] : properties;
  return {
    ...schema,
    properties: kept,
    ...(Array.isArray(required) && { required: required.filter((name) => !sure.has(String(name))) }),
  };
}
