import type { ErrorObject, ValidateFunction } from 'ajv';
import { createAjv, dialectOf, type JsonSchema } from '../../../contracts/json/schema.ts';

export interface Flaw {
  /** JSON pointer into the data. */
  at: string;
  keyword: string;
  params: Record<string, unknown>;
  message: string;
}

export type Validate = (data: unknown) => Flaw[];

export class UnusableSchema extends Error {}

const mostFlaws = 50;

/**
 * Compiles a caller's schema. Its patterns and formats run on our machine, and a pattern can be made to take for ever:
 * only call this on a thread that can be ended (see offThread.ts).
 */
export function createValidate(schema: JsonSchema): Validate {
  let check: ValidateFunction;
  try {
    check = createAjv(dialectOf(schema)).compile(bare(schema));
  } catch (cause) {
    throw new UnusableSchema(cause instanceof Error ? cause.message : String(cause), { cause });
  }
  return (data) => (check(data) ? [] : (check.errors ?? []).slice(0, mostFlaws).map(toFlaw));
}

/** Without its dialect, which we have chosen, and without `$async`, by which everything would count as valid. */
function bare(schema: JsonSchema): JsonSchema {
  if (typeof schema === 'boolean') return schema;
  const { $schema: _dialect, $async: _async, ...rest } = schema;
  return rest;
}

function toFlaw({ instancePath, keyword, params, message }: ErrorObject): Flaw {
  return {
    at: instancePath,
    keyword,
    params,
    message:
      keyword === 'required'
        ? `must have the property "${params['missingProperty']}"`
        : keyword === 'additionalProperties'
          ? `must not have the property "${params['additionalProperty']}"`
          : keyword === 'enum'
            ? `must be one of ${JSON.stringify(params['allowedValues']).slice(0, 300)}`
            : (message ?? 'is not valid'),
  };
}
