import { isRecord } from '../../../contracts/json/isRecord.ts';
import { resolveRef, type Schema } from '../schema/schemaRefs.ts';
import { type Shape, shapesOf } from '../schema/shape.ts';
import { orNull, type Rewritten, restoreAny, typeOf, unchanged } from './rewrittenSchema.ts';

/** A schema for strict structured output, and the way back from an answer for it to one for the caller's schema. */
export interface StrictSchema {
  schema: Record<string, unknown>;
  restore(answer: unknown): unknown;
}

/** Schemas nested deeper than this are replaced by `scalar`. */
const maxDepth = 24;
const scalar = { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }, { type: 'null' }] };

/**
 * Strict structured output supports only a part of JSON Schema: every property is required, there are no open maps, no
 * combinators but `anyOf`, and few limits. So properties that may be absent become nullable, maps become lists of
 * pairs, limits become words in the description, and an answer that is not an object is wrapped in one.
 */
export function strictSchema(schema: Schema): StrictSchema {
  const rewriter = new SchemaRewriter(schema);
  const whole = rewriter.rewrite(schema, 0);
  const { definitions } = rewriter;
  const isObject = whole.schema['type'] === 'object';
  const root = isObject
    ? whole.schema
    : { type: 'object', properties: { value: whole.schema }, required: ['value'], additionalProperties: false };
  return {
    schema: definitions ? { ...root, $defs: definitions } : root,
    restore: (answer) =>
      isObject
        ? whole.restore(answer)
        : whole.restore(isRecord(answer) && 'value' in answer ? answer['value'] : answer),
  };
}

class SchemaRewriter {
  private readonly defs = new Map<string, { name: string; rewritten: Rewritten | undefined }>();

  constructor(private readonly root: Schema) {}

  /** The `$defs` for the references that were met, if any. */
  get definitions(): Record<string, unknown> | undefined {
    if (this.defs.size === 0) return undefined;
    return Object.fromEntries(
      [...this.defs.values()].map(({ name, rewritten }) => [name, rewritten?.schema ?? scalar]),
    );
  }

  rewrite(part: Schema, depth: number): Rewritten {
    const ref = isRecord(part) && typeof part['$ref'] === 'string' ? part['$ref'] : undefined;
    if (ref !== undefined) return this.rewriteRef(ref, depth);
    if (depth > maxDepth) return { schema: scalar, restore: unchanged };
    const shapes = shapesOf(part, this.root);
    const isNullable = shapes.some((shape) => shape.isNullable);
    const alternatives = shapes.filter(({ kind }) => kind !== 'null').map((shape) => this.rewriteShape(shape, depth));
    const [first] = alternatives;
    if (!first) return { schema: { type: 'null' }, restore: unchanged };
    const whole =
      alternatives.length === 1
        ? first
        : { schema: { anyOf: alternatives.map((each) => each.schema) }, restore: restoreAny(alternatives) };
    return isNullable ? orNull(whole) : whole;
  }

  private rewriteRef(ref: string, depth: number): Rewritten {
    const target = resolveRef(this.root, ref);
    if (target === undefined) return { schema: scalar, restore: unchanged };
    let def = this.defs.get(ref);
    if (!def) {
      def = { name: `d${this.defs.size}`, rewritten: undefined };
      // Set before the target is rewritten, which may refer to itself.
      this.defs.set(ref, def);
      def.rewritten = this.rewrite(target, depth + 1);
    }
    const { name } = def;
    return {
      schema: { $ref: `#/$defs/${name}` },
      restore: (value) => this.defs.get(ref)?.rewritten?.restore(value) ?? value,
    };
  }

  private rewriteShape(shape: Shape, depth: number): Rewritten {
    const notes = notesOf(shape);
    if (shape.values) {
      const values = shape.values.filter((value) => value === null || typeof value !== 'object');
      return { schema: { ...typeOf(values), enum: values, ...notes }, restore: unchanged };
    }
    switch (shape.kind) {
      case 'object':
        return shape.properties.size > 0 || shape.additional === false
          ? this.rewriteObject(shape, depth, notes)
          : this.rewriteMap(shape, depth, notes);
      case 'array': {
        const items = this.rewrite(shape.items ?? true, depth + 1);
        return {
          schema: { type: 'array', items: items.schema, ...notes },
          restore: (value) => (Array.isArray(value) ? value.map(items.restore) : value),
        };
      }
      case 'any':
        return { schema: { ...scalar, ...notes }, restore: unchanged };
      default:
        return { schema: { type: shape.kind, ...notes }, restore: unchanged };
    }
  }

  private rewriteObject(shape: Shape, depth: number, notes: object): Rewritten {
    const properties = new Map<string, Rewritten & { isOmittedIfNull: boolean }>();
    for (const [name, part] of shape.properties) {
      const rewritten = this.rewrite(part, depth + 1);
      const isRequired = shape.required.has(name);
      const mayBeNull = shapesOf(part, this.root).some(({ isNullable }) => isNullable);
      properties.set(name, {
        ...(isRequired || mayBeNull ? rewritten : orNull(rewritten)),
        isOmittedIfNull: !isRequired && !mayBeNull,
      });
    }
    return {
      schema: {
        type: 'object',
        properties: Object.fromEntries([...properties].map(([name, { schema }]) => [name, schema])),
        required: [...properties.keys()],
        additionalProperties: false,
        ...notes,
      },
      restore: (value) => {
        if (!isRecord(value)) return value;
        return Object.fromEntries(
          Object.entries(value).flatMap(([name, each]) => {
            const property = properties.get(name);
            if (!property) return [[name, each]];
            return each === null && property.isOmittedIfNull ? [] : [[name, property.restore(each)]];
          }),
        );
      },
    };
  }

  private rewriteMap(shape: Shape, depth: number, notes: object): Rewritten {
    const value = this.rewrite(shape.additional === true ? true : shape.additional, depth + 1);
    const pair = {
      type: 'object',
      properties: { key: { type: 'string' }, value: value.schema },
      required: ['key', 'value'],
      additionalProperties: false,
    };
    return {
      schema: { type: 'array', items: pair, ...notes },
      restore: (pairs) => {
        if (!Array.isArray(pairs)) return pairs;
        const entries = pairs.filter((each) => isRecord(each) && typeof each['key'] === 'string');
        return Object.fromEntries(entries.map((each) => [each['key'], value.restore(each['value'])]));
      },
    };
  }
}

/** Tells the model in words what the strict schema cannot express. */
function notesOf({ title, description, format, minItems, maxItems, maxLength }: Shape): { description?: string } {
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
