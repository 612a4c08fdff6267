import { isRecord } from '../../../contracts/json/isRecord.ts';

/** Turns a value for the rewritten schema into one for the original. */
type Restore = (value: unknown) => unknown;

/** A part of a schema, rewritten for strict structured output. */
export interface Rewritten {
  schema: Record<string, unknown>;
  restore: Restore;
}

export const unchanged: Restore = (value) => value;

export function orNull({ schema, restore }: Rewritten): Rewritten {
  const { type, enum: values } = schema;
  if (Array.isArray(values))
    return {
      schema: { ...schema, ...typeOf([...values, null]), enum: values.includes(null) ? values : [...values, null] },
      restore,
    };
  if (typeof type === 'string' && type !== 'object')
    return { schema: { ...schema, type: type === 'null' ? type : [type, 'null'] }, restore: keepNull(restore) };
  return { schema: { anyOf: [schema, { type: 'null' }] }, restore: keepNull(restore) };
}

function keepNull(restore: Restore): Restore {
  return (value) => (value === null ? null : restore(value));
}

/** The properties or the type of a value tell which of the alternatives it is an answer for. */
export function restoreAny(alternatives: readonly Rewritten[]): Restore {
  return (value) => {
    const match = alternatives.find(({ schema }) => {
      if (isRecord(value)) {
        const { properties } = schema;
        return isRecord(properties) && Object.keys(value).every((name) => Object.hasOwn(properties, name));
      }
      return schema['type'] === (Array.isArray(value) ? 'array' : typeof value);
    });
    return match ? match.restore(value) : value;
  };
}

/** The `type` keyword for these values. */
export function typeOf(values: readonly unknown[]): { type?: string | string[] } {
  const types = [...new Set(values.map((value) => (value === null ? 'null' : typeof value)))];
  return types.length === 1 ? { type: types[0] ?? 'string' } : { type: types };
}
