import { Ajv, type ErrorObject } from 'ajv';
import { Failure } from '../../../contracts/failures.ts';
import { childPointer, pointerSteps } from '../../../contracts/json/pointer.ts';

/** Validates a request against its schema and fills in the defaults; the error names the field and what it should be. */
export function validator<T>(schema: object): (value: unknown) => T {
  const check = new Ajv({
    useDefaults: true,
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    discriminator: true,
  }).compile<T>(schema);
  return (value) => {
    if (check(value)) return value;
    const error = bestError(check.errors ?? []);
    throw new Failure('InvalidRequest', error ? sentence(error) : 'The request is not valid.');
  };
}

/** How little an error of one alternative says about a value that was meant for another one. */
const vagueness: Record<string, number> = { enum: 1, type: 2, anyOf: 3 };

/** Where a value has alternatives, each of them has failed: the error of the one that fits best, which is the deepest. */
function bestError(errors: readonly ErrorObject[]): ErrorObject | undefined {
  const depth = ({ instancePath }: ErrorObject) => pointerSteps(instancePath).length;
  const vague = ({ keyword }: ErrorObject) => vagueness[keyword] ?? 0;
  return [...errors].sort((a, b) => depth(b) - depth(a) || vague(a) - vague(b))[0];
}

function sentence({ keyword, instancePath, params, message, propertyName }: ErrorObject): string {
  const field = fieldName(instancePath);
  switch (keyword) {
    case 'additionalProperties':
      return `Unknown field \`${fieldName(childPointer(instancePath, params['additionalProperty']))}\`.`;
    case 'required':
      return `\`${fieldName(childPointer(instancePath, params['missingProperty']))}\` is required.`;
    case 'enum':
      return `\`${field}\` must be one of ${params['allowedValues'].join(', ')}.`;
    case 'discriminator':
      return `\`${field}.type\` must name a format that has options; a name alone asks for any other.`;
    case 'type':
      return `${field === '' ? 'The body' : `\`${field}\``} must be ${withArticle(String(params['type']))}.`;
    case 'pattern':
      return propertyName === undefined
        ? `\`${field}\` contains characters that are not allowed there.`
        : `\`${field}\`: ${JSON.stringify(propertyName.slice(0, 100))} is not a valid name.`;
    default:
      return `\`${field}\` ${message}.`;
  }
}

/** Callers choose the names of unknown fields. */
const maxNameLength = 200;

/** `/urls/3` → `urls[3]` */
function fieldName(pointer: string) {
  const name = pointerSteps(pointer)
    .map((step, depth) => (/^\d+$/.test(step) ? `[${step}]` : depth === 0 ? step : `.${step}`))
    .join('');
  return name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name;
}

function withArticle(type: string) {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
