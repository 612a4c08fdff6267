/** Grounding: which values of an answer are not on the page, and so may be invented. */
import { pointerSteps } from '../../contracts/json/pointer.ts';
import type { PageValues } from './pageValues.ts';
import { leaves } from './schema/pointerValues.ts';
import type { Schema } from './schema/schemaRefs.ts';
import { shapesOf } from './schema/shape.ts';

export interface UngroundedValue {
  /** JSON Pointer. */
  pointer: string;
  /** Whether the schema allows null in its place. */
  isNullable: boolean;
}

export function ungroundedValues(data: unknown, schema: Schema, page: PageValues): UngroundedValue[] {
  return [...leaves(data)].flatMap(([pointer, value]) => {
    if (page.has(value)) return [];
    const { isNullable, isEnum } = constraintsAt(schema, pointer);
    // The values of an enum are the schema's own words.
    return isEnum ? [] : [{ pointer, isNullable }];
  });
}

function constraintsAt(schema: Schema, pointer: string): { isNullable: boolean; isEnum: boolean } {
  let shapes = shapesOf(schema, schema);
  for (const step of pointerSteps(pointer))
    shapes = shapes.flatMap((shape) => {
      const next =
        shape.kind === 'array'
          ? shape.items
          : (shape.properties.get(step) ?? (shape.kind === 'object' ? shape.additional : undefined));
      return next === undefined ? [] : shapesOf(next, schema);
    });
  return {
    isNullable: shapes.some((shape) => shape.isNullable),
    isEnum: shapes.some(({ values }) => values !== undefined),
  };
}
