import type { ErrorObject } from 'ajv';
import { readableNumber } from '../readableNumber.ts';
import { isRecord } from './isRecord.ts';

/** Types of JSON as people call them. */
const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

const countNames = { Length: 'characters', Items: 'entries', Properties: 'fields' } as const;

/**
 * What is wrong with a value, in the words of callers rather than of the validator: `must be a list, not a number`.
 * A validator that is `verbose` adds what the value is, and the unit that the schema names in `x-unit`.
 */
export function errorWords(error: ErrorObject): string {
  const { keyword, params } = error;
  switch (keyword) {
    case 'type':
      return typeWords([params['type']].flat(), error.data);
    case 'enum':
      return `must be one of ${params['allowedValues'].join(', ')}`;
    case 'const':
      return `must be ${JSON.stringify(params['allowedValue'])}`;
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return rangeWords(error);
    case 'uniqueItems':
      return `has the same entry twice, at ${[params['i'], params['j']].sort((a, b) => a - b).join(' and ')}`;
    case 'pattern':
      return 'contains characters that are not allowed there';
    default:
      return countWords(error) ?? 'is not allowed there';
  }
}

function typeWords(types: readonly string[], data: unknown): string {
  const wanted = types.map((type) =>
    types.length > 1 && type === 'boolean' ? 'a boolean' : (typeNames[type] ?? type),
  );
  const must = `must be ${wanted.join(' or ')}`;
  if (data === undefined) return must;
  if (types.includes('array') && typeof data === 'string')
    return `${must}, such as [${JSON.stringify(data.slice(0, 100))}]`;
  return `${must}, not ${givenWords(data)}${isQuoted(types, data) ? ': leave out the quotes' : ''}`;
}

function givenWords(data: unknown): string {
  if (data === null || typeof data === 'boolean' || typeof data === 'number') return String(data);
  return (Array.isArray(data) ? typeNames['array'] : typeNames[typeof data]) ?? 'that';
}

function isQuoted(types: readonly string[], data: unknown): boolean {
  if (typeof data !== 'string') return false;
  if (types.includes('boolean')) return data === 'true' || data === 'false';
  return types.includes('number') || types.includes('integer') ? /^-?\d+(\.\d+)?$/.test(data.trim()) : false;
}

function rangeWords({ params, parentSchema, data }: ErrorObject): string {
  const { minimum, maximum, 'x-unit': unit }: Record<string, unknown> = parentSchema ?? {};
  const units = typeof unit === 'string' ? ` ${unit}` : '';
  const given = typeof data === 'number' ? `, not ${data}` : '';
  if (typeof minimum !== 'number' || typeof maximum !== 'number')
    return `must be ${comparisons[params['comparison']] ?? ''}${readableNumber(params['limit'])}${units}${given}`;
  const inMs = typeof data === 'number' && data > 0 && data < minimum ? data * 1_000 : Number.NaN;
  const isInSeconds = unit === 'milliseconds' && inMs >= minimum && inMs <= maximum;
  const range = `must be from ${readableNumber(minimum)} to ${readableNumber(maximum)}${units}`;
  return `${range}${given}${isInSeconds ? `: did you mean ${inMs}?` : ''}`;
}

const comparisons: Readonly<Record<string, string>> = {
  '>=': 'at least ',
  '<=': 'at most ',
  '>': 'more than ',
  '<': 'less than ',
};

/** Of `minLength`, `maxItems` and the like. */
function countWords({ keyword, params, parentSchema }: ErrorObject): string | undefined {
  const [, bound, counted] = /^(min|max)(Length|Items|Properties)$/.exec(keyword) ?? [];
  if (counted === undefined) return undefined;
  const { limit } = params;
  const known: unknown = parentSchema?.['properties'];
  if (bound === 'min' && counted === 'Properties' && isRecord(known))
    return `must have at least ${limit} of the fields ${Object.keys(known).join(', ')}`;
  if (bound === 'min' && limit === 1) return 'must not be empty';
  const name = countNames[counted as keyof typeof countNames];
  return `must have at ${bound === 'min' ? 'least' : 'most'} ${readableNumber(limit)} ${name}`;
}
