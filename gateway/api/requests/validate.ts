import { Ajv, type ErrorObject } from 'ajv';
import { Failure } from '../../../contracts/failures.ts';
import { childPointer, pointerSteps } from '../../../contracts/json/pointer.ts';

/** Validates a request against its schema and fills in the defaults; the error names the field and what it should be. */
export function validator<T>(schema: object): (value: unknown) => T {
  const check = new Ajv({ useDefaults: true, strict: true, strictRequired: false, allowUnionTypes: true }).compile<T>(
    schema,
  );
  return (value) => {
    if (check(value)) return value;
    const [error] = check.errors ?? [];
    throw new Failure('InvalidRequest', error ? sentence(error) : 'The request is not valid.');
  };
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
