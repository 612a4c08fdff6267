import { Ajv, type ErrorObject } from 'ajv';
import { Failure } from '../../contracts/failures.ts';

/** A check of a request against its schema, with the defaults filled in; the error names the field and what it should be. */
export function validator<T>(schema: object): (value: unknown) => T {
  const check = new Ajv({ useDefaults: true, strict: true, strictRequired: false, allowUnionTypes: true }).compile<T>(
    schema,
  );
  return (value) => {
    if (check(value)) return value;
    const [error] = check.errors ?? [];
    throw new Failure('InvalidRequest', error ? words(error) : 'The request is not valid.');
  };
}

function words({ keyword, instancePath, params, message }: ErrorObject): string {
  const field = fieldName(instancePath);
  switch (keyword) {
    case 'additionalProperties':
      return `Unknown field \`${fieldName(`${instancePath}/${params['additionalProperty']}`)}\`.`;
    case 'required':
      return `\`${fieldName(`${instancePath}/${params['missingProperty']}`)}\` is required.`;
    case 'enum':
      return `\`${field}\` must be one of ${params['allowedValues'].join(', ')}.`;
    case 'type':
      return `${field === '' ? 'The body' : `\`${field}\``} must be ${withArticle(String(params['type']))}.`;
    default:
      return `\`${field}\` ${message}.`;
  }
}

/** `/urls/3` → `urls[3]` */
function fieldName(pointer: string) {
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step, depth) => (/^\d+$/.test(step) ? `[${step}]` : depth === 0 ? step : `.${step}`))
    .join('');
}

function withArticle(type: string) {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
