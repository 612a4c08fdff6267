import { isSchemaObject, resolveRef, type Schema, type Shape, shapesOf } from '../fill/shape.ts';
import { isRecord } from '../schema/pointer.ts';

/** A schema that a model's server can hold the model to, and the way back to the caller's own. */
export interface StrictSchema {
  schema: Record<string, unknown>;
  restore(answer: unknown): unknown;
}

type Restore = (value: unknown) => unknown;
interface Rewritten {
  schema: Record<string, unknown>;
  restore: Restore;
}

const asItIs: Restore = (value) => value;
/** References nested deeper than this are asked for as plain text. */
const maxDepth = 24;
const scalar = { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }, { type: 'null' }] };

/**
 * Strict structured output knows a part of JSON Schema only: every property required, no open maps, no combinators but
 * `anyOf`, few limits. What may be absent becomes nullable, maps become lists of pairs, limits become words; an answer
 * that is not an object is wrapped in one.
 */
export function strictSchema(schema: Schema): StrictSchema {
  const defs = new Map<string, { name: string; made: Rewritten | undefined }>();

  function rewrite(part: Schema, depth: number): Rewritten {
    const ref = isSchemaObject(part) && typeof part['$ref'] === 'string' ? part['$ref'] : undefined;
    if (ref !== undefined) return refer(ref, depth);
    if (depth > maxDepth) return { schema: scalar, restore: asItIs };
    const shapes = shapesOf(part, schema);
    const nullable = shapes.some((shape) => shape.nullable);
    const made = shapes.filter(({ kind }) => kind !== 'null').map((shape) => rewriteShape(shape, depth));
    const [only] = made;
    if (!only) return { schema: { type: 'null' }, restore: asItIs };
    const whole =
      made.length === 1 ? only : { schema: { anyOf: made.map((each) => each.schema) }, restore: restoreAny(made) };
    return nullable ? orNull(whole) : whole;
  }

  function refer(ref: string, depth: number): Rewritten {
    const target = resolveRef(schema, ref);
    if (target === undefined) return { schema: scalar, restore: asItIs };
    let known = defs.get(ref);
    if (!known) {
      known = { name: `d${defs.size}`, made: undefined };
      defs.set(ref, known);
      known.made = rewrite(target, depth + 1);
    }
    const { name } = known;
    return { schema: { $ref: `#/$defs/${name}` }, restore: (value) => defs.get(ref)?.made?.restore(value) ?? value };
  }

  function rewriteShape(shape: Shape, depth: number): Rewritten {
    const about = noteOf(shape);
    if (shape.values) {
      const values = shape.values.filter((value) => value === null || typeof value !== 'object');
      return { schema: { ...typeOf(values), enum: values, ...about }, restore: asItIs };
    }
    switch (shape.kind) {
      case 'object':
        return shape.properties.size > 0 || shape.additional === false
          ? rewriteObject(shape, depth, about)
          : rewriteMap(shape, depth, about);
      case 'array': {
        const items = rewrite(shape.items ?? true, depth + 1);
        return {
          schema: { type: 'array', items: items.schema, ...about },
          restore: (value) => (Array.isArray(value) ? value.map(items.restore) : value),
        };
      }
      case 'any':
        return { schema: { ...scalar, ...about }, restore: asItIs };
      default:
        return { schema: { type: shape.kind, ...about }, restore: asItIs };
    }
  }

  function rewriteObject(shape: Shape, depth: number, about: object): Rewritten {
    const properties = new Map<string, Rewritten & { leaveOut: boolean }>();
    for (const [name, part] of shape.properties) {
      const made = rewrite(part, depth + 1);
      const isRequired = shape.required.has(name);
      const mayBeNull = shapesOf(part, schema).some(({ nullable }) => nullable);
      properties.set(name, { ...(isRequired || mayBeNull ? made : orNull(made)), leaveOut: !isRequired && !mayBeNull });
    }
    return {
      schema: {
        type: 'object',
        properties: Object.fromEntries([...properties].map(([name, made]) => [name, made.schema])),
        required: [...properties.keys()],
        additionalProperties: false,
        ...about,
      },
      restore: (value) => {
        if (!isRecord(value)) return value;
        return Object.fromEntries(
          Object.entries(value).flatMap(([name, each]) => {
            const made = properties.get(name);
            if (!made) return [[name, each]];
            return each === null && made.leaveOut ? [] : [[name, made.restore(each)]];
          }),
        );
      },
    };
  }

  function rewriteMap(shape: Shape, depth: number, about: object): Rewritten {
    const value = rewrite(shape.additional === true ? true : shape.additional, depth + 1);
    const pair = {
      type: 'object',
      properties: { key: { type: 'string' }, value: value.schema },
      required: ['key', 'value'],
      additionalProperties: false,
    };
    return {
      schema: { type: 'array', items: pair, ...about },
      restore: (pairs) => {
        if (!Array.isArray(pairs)) return pairs;
        const entries = pairs.filter((each) => isRecord(each) && typeof each['key'] === 'string');
        return Object.fromEntries(entries.map((each) => [each['key'], value.restore(each['value'])]));
      },
    };
  }

  const whole = rewrite(schema, 0);
  const isObject = whole.schema['type'] === 'object';
  const root = isObject
    ? whole.schema
    : { type: 'object', properties: { value: whole.schema }, required: ['value'], additionalProperties: false };
  const $defs = Object.fromEntries([...defs.values()].map(({ name, made }) => [name, made?.schema ?? scalar]));
  return {
    schema: defs.size > 0 ? { ...root, $defs } : root,
    restore: (answer) =>
      isObject
        ? whole.restore(answer)
        : whole.restore(isRecord(answer) && 'value' in answer ? answer['value'] : answer),
  };
}

function orNull({ schema, restore }: Rewritten): Rewritten {
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

/** Which of several an answer is meant as is told by its properties. */
function restoreAny(made: readonly Rewritten[]): Restore {
  return (value) => {
    const fits = made.find(({ schema }) => {
      if (isRecord(value)) {
        const { properties } = schema;
        return isRecord(properties) && Object.keys(value).every((name) => Object.hasOwn(properties, name));
      }
      return schema['type'] === (Array.isArray(value) ? 'array' : typeof value);
    });
    return fits ? fits.restore(value) : value;
  };
}

function typeOf(values: readonly unknown[]): { type?: string | string[] } {
  const types = [...new Set(values.map((value) => (value === null ? 'null' : typeof value)))];
  return types.length === 1 ? { type: types[0] ?? 'string' } : { type: types };
}

/** Titles and notes guide the model, and limits it cannot be held to are told as words. */
function noteOf({ title, description, format, minItems, maxItems, maxLength }: Shape): { description?: string } {
  const notes = [
    title && title !== description ? title : '',
    description,
    format ? `Format: ${format}.` : '',
    minItems > 0 ? `At least ${minItems} entries.` : '',
    Number.isFinite(maxItems) ? `At most ${maxItems} entries.` : '',
    Number.isFinite(maxLength) ? `At most ${maxLength} characters.` : '',
  ].filter(Boolean);
  return notes.length > 0 ? { description: notes.join(' ') } : {};
}
