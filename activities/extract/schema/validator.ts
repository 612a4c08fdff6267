import type { ErrorObject, ValidateFunction } from 'ajv';
import { createAjv, dialectOf, type JsonSchema } from '../../../contracts/json/dialect.ts';

/** A validation error. */
export interface Flaw {
  /** Where it is in the data, as a JSON Pointer. */
  pointer: string;
  keyword: string;
  params: Record<string, unknown>;
  message: string;
}

export type Validate = (data: unknown) => Flaw[];

export class UnusableSchema extends Error {}

const maxFlaws = 50;

/**
 * Compiles a caller's schema. Only call this on a thread that can be terminated (see extractPool.ts), because the
 * schema's patterns can be made to run forever.
 */
export function compileSchema(schema: JsonSchema): Validate {
  let validate: ValidateFunction;
  try {
    validate = createAjv(dialectOf(schema)).compile(withoutMetaKeywords(schema));
  } catch (cause) {
    throw new UnusableSchema(cause instanceof Error ? cause.message : String(cause), { cause });
  }
  return (data) => (validate(data) ? [] : (validate.errors ?? []).slice(0, maxFlaws).map(toFlaw));
}

/** Without `$schema`, since the dialect is already chosen, and `$async`, with which everything would count as valid. */
function withoutMetaKeywords(schema: JsonSchema): JsonSchema {
  if (typeof schema === 'boolean') return schema;
  const { $schema: _dialect, $async: _async, ...rest } = schema;
  return rest;
}

function toFlaw(error: ErrorObject): Flaw {
  const { instancePath, keyword, params } = error;
  return { pointer: instancePath, keyword, params, message: messageOf(error) };
}

function messageOf({ keyword, params, message }: ErrorObject): string {
  switch (keyword) {
    case 'required':
      return `must have the property "${params['missingProperty']}"`;
    case 'additionalProperties':
      return `must not have the property "${params['additionalProperty']}"`;
    case 'enum':
      return `must be one of ${JSON.stringify(params['allowedValues']).slice(0, 300)}`;
    default:
      return message ?? 'is not valid';
  }
}
