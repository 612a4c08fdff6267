import type { JsonSchema } from '../../../contracts/json/dialect.ts';
import { isRecord } from '../../../contracts/json/isRecord.ts';
import { pointerSteps } from '../../../contracts/json/pointer.ts';
import type { Source } from '../declared/evidence.ts';
import type { Declared } from '../extractTasks.ts';

/** Names of top-level properties whose declared values are certain, so that the model need not be asked for them. */
export type CertainProperties = ReadonlySet<string>;

/** Markup that is written for programs. */
const explicitSources: ReadonlySet<Source> = new Set(['json-ld', 'microdata', 'rdfa']);
const minConfidence = 0.85;

export function certainProperties({ data, sources }: Declared): CertainProperties {
  if (!isRecord(data)) return new Set();
  const doubtful = new Set<string>();
  const found = new Set<string>();
  for (const [pointer, { source, confidence }] of Object.entries(sources)) {
    const [name] = pointerSteps(pointer);
    if (name === undefined) continue;
    found.add(name);
    if (!explicitSources.has(source) || confidence < minConfidence) doubtful.add(name);
  }
  return new Set([...found].filter((name) => !doubtful.has(name) && data[name] !== null && data[name] !== undefined));
}

/** With one of these, a property may affect what another has to be, so the model is asked for all properties. */
const entanglingKeywords = [
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

/** The schema without these top-level properties; the schema as it is if its properties depend on each other. */
export function withoutProperties(schema: JsonSchema, names: CertainProperties): JsonSchema {
  if (
    names.size === 0 ||
    typeof schema === 'boolean' ||
    !isRecord(schema['properties']) ||
    entanglingKeywords.some((keyword) => keyword in schema)
  )
    return schema;
  const { required } = schema;
  const properties = Object.fromEntries(Object.entries(schema['properties']).filter(([name]) => !names.has(name)));
  // A reference may point to one of the removed properties.
  const kept = JSON.stringify(schema).includes('#/properties/') ? schema['properties'] : properties;
  return {
    ...schema,
    properties: kept,
    ...(Array.isArray(required) && { required: required.filter((name) => !names.has(String(name))) }),
  };
}
