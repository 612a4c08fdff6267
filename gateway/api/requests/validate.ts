import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { nearestName } from '../../../client/nearestName.ts';
import { Failure } from '../../../contracts/failures.ts';
import { errorWords } from '../../../contracts/json/errorWords.ts';
import { isRecord } from '../../../contracts/json/isRecord.ts';
import { childPointer, pointerSteps } from '../../../contracts/json/pointer.ts';
import { fieldName } from './fieldName.ts';
import { propertyNames, unknownField } from './unknownField.ts';

/**
 * Validates a request against its schema and fills in the defaults; the error names the field and what it should be.
 * The schema is compiled by the first request: all of them together would take a third of the gateway's start.
 */
export function validator<T>(schema: object): (value: unknown) => T {
  let check: ValidateFunction<T> | undefined;
  return (value) => {
    check ??= compileSchema<T>(schema);
    if (check(value)) return value;
    const error = bestError(check.errors ?? []);
    throw new Failure('InvalidRequest', error ? sentence(error, schema) : 'The request is not valid.');
  };
}

function compileSchema<T>(schema: object): ValidateFunction<T> {
  const ajv = new Ajv({
    useDefaults: true,
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    discriminator: true,
    verbose: true,
    // The schemas are ours, and a test validates them: that takes as long as the rest.
    validateSchema: false,
    // Takes as long as it saves in 100,000 requests.
    code: { optimize: false },
  });
  return ajv.addVocabulary(['x-unit', 'x-format']).compile<T>(schema);
}

/** How little an error of one alternative says about a value that was meant for another one. */
const vagueness: Record<string, number> = { enum: 1, type: 2, anyOf: 3 };

/** Where a value has alternatives, each of them has failed: the error of the one that fits best, which is the deepest. */
function bestError(errors: readonly ErrorObject[]): ErrorObject | undefined {
  const depth = ({ instancePath }: ErrorObject) => pointerSteps(instancePath).length;
  const vague = ({ keyword }: ErrorObject) => vagueness[keyword] ?? 0;
  const [best] = [...errors].sort((a, b) => depth(b) - depth(a) || vague(a) - vague(b));
  if (best?.keyword !== 'type') return best;
  // It may have any of the types that its alternatives have.
  const alternatives = errors.filter(({ keyword, instancePath }) => {
    return keyword === 'type' && instancePath === best.instancePath;
  });
  return { ...best, params: { type: alternatives.flatMap(({ params }) => params['type']) } };
}

function sentence(error: ErrorObject, root: object): string {
  const { keyword, instancePath, params, propertyName, parentSchema, data } = error;
  const field = instancePath === '' ? 'The body' : `\`${fieldName(instancePath)}\``;
  switch (keyword) {
    case 'additionalProperties':
      return unknownField({ pointer: instancePath, name: params['additionalProperty'], schema: parentSchema, root });
    case 'required': {
      const name: string = params['missingProperty'];
      const meant = misspelled(name, parentSchema, data);
      return meant === undefined
        ? `\`${fieldName(childPointer(instancePath, name))}\` is required.`
        : unknownField({ pointer: instancePath, name: meant, schema: parentSchema, root });
    }
    case 'enum':
      return withNearest(`${field} ${errorWords(error)}`, data, params['allowedValues']);
    case 'discriminator': {
      const types = typesOf(parentSchema);
      return withNearest(
        `\`${fieldName(instancePath)}.type\` must be one of ${types.join(', ')}`,
        params['tagValue'],
        types,
      );
    }
    case 'pattern':
      return propertyName === undefined
        ? `${field} ${errorWords(error)}.`
        : `${field}: ${JSON.stringify(propertyName.slice(0, 100))} is not a valid name.`;
    default: {
      const words = `${propertyName === undefined ? field : `${field}: a name`} ${errorWords(error)}`;
      return words.endsWith('?') ? words : `${words}.`;
    }
  }
}

/** So many fields of a body are compared with the one that is missing. */
const maxComparedFields = 100;

/** The unknown field of a body that was probably meant to be the missing one. */
function misspelled(missing: string, schema: unknown, data: unknown): string | undefined {
  if (!isRecord(data)) return undefined;
  const known = propertyNames(schema);
  const unknown = Object.keys(data)
    .slice(0, maxComparedFields)
    .filter((name) => !known.includes(name));
  return unknown.find((name) => nearestName(name, known) === missing);
}

function withNearest(words: string, given: unknown, allowed: readonly unknown[]): string {
  const names = allowed.filter((each) => typeof each === 'string');
  const near = typeof given === 'string' ? nearestName(given, names) : undefined;
  return near === undefined ? `${words}.` : `${words}: did you mean ${near}?`;
}

/** The values that tell the alternatives of a schema apart. */
function typesOf(schema: unknown): string[] {
  const alternatives: unknown = isRecord(schema) ? schema['oneOf'] : undefined;
  if (!Array.isArray(alternatives)) return [];
  return alternatives.flatMap(({ properties: { type } }) => type.enum ?? type.const);
}
