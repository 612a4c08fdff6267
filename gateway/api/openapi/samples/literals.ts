import { isRecord } from '../../../../contracts/json/isRecord.ts';

/** As people write it in TypeScript. */
export function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (isRecord(value)) {
    const fields = Object.entries(value).map(
      ([key, each]) => `${/^\w+$/.test(key) ? key : `'${key}'`}: ${literal(each)}`,
    );
    return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
  }
  return typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value);
}

/** JSON is Python, but for three words, which no example has as a text. */
export function pythonLiteral(value: unknown): string {
  return JSON.stringify(value)
    ?.replaceAll(/\btrue\b/g, 'True')
    .replaceAll(/\bfalse\b/g, 'False')
    .replaceAll(/\bnull\b/g, 'None')
    .replaceAll(/([,:])(?=["[{\dTFN])/g, '$1 ');
}
