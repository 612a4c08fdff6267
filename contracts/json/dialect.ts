/** The JSON Schema dialects that callers may use, and the Ajv validator for each. */
import type { AnySchemaObject } from 'ajv';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formatsPlugin from 'ajv-formats';
import { isRecord } from './isRecord.ts';

export type Dialect = 'draft-07' | '2020-12';
export type JsonSchema = AnySchemaObject | boolean;

const addFormats = formatsPlugin.default;

/** The dialect that `$schema` names; without `$schema`, keywords that only draft-07 has decide. */
export function dialectOf(schema: JsonSchema): Dialect {
  if (typeof schema === 'boolean') return '2020-12';
  const { $schema } = schema;
  if (typeof $schema === 'string') return /draft-0[67]/.test($schema) ? 'draft-07' : '2020-12';
  return 'definitions' in schema || hasTuple(schema, 0) ? 'draft-07' : '2020-12';
}

/** `items` as a list is draft-07; 2020-12 renamed it to `prefixItems`. */
function hasTuple(value: unknown, depth: number): boolean {
  if (depth > 80 || typeof value !== 'object' || value === null) return false;
  if (isRecord(value) && Array.isArray(value['items'])) return true;
  return Object.values(value).some((each) => hasTuple(each, depth + 1));
}

/** Not in strict mode, because callers' schemas may carry keywords of other tools, which are ignored. */
export function createAjv(dialect: Dialect, { allErrors = true } = {}): Ajv {
  const options = { strict: false, allErrors, logger: false, inlineRefs: false, validateSchema: false } as const;
  const ajv = dialect === 'draft-07' ? new Ajv(options) : new Ajv2020(options);
  addFormats(ajv);
  return ajv;
}
