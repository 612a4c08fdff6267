import { type FieldKind, operationFieldKinds, type PlaygroundOperation } from './operationFields.ts';

/** What is in the fields of a form: their texts, and the chosen values of a list. */
export type FieldValues = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The field for everything that has no field of its own, as JSON. */
export const otherOptions = 'options';

/** Where the playground has this request filled in. */
export function playgroundLink(
  operation: Exclude<PlaygroundOperation, 'icon'>,
  body: Readonly<Record<string, unknown>>,
): string {
  const query = new URLSearchParams();
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(body)) {
    const texts = fieldTexts(operationFieldKinds[operation][name], value);
    if (texts) for (const text of texts) query.append(name, text);
    else rest[name] = value;
  }
  if (Object.keys(rest).length > 0) query.set(otherOptions, JSON.stringify(rest, undefined, 2));
  return `/playground/${operation}?${query}`;
}

/** Undefined if the field cannot hold the value. */
function fieldTexts(kind: FieldKind | undefined, value: unknown): readonly string[] | undefined {
  switch (kind) {
    case 'text':
      return typeof value === 'string' ? [value] : undefined;
    case 'number':
      return typeof value === 'number' ? [String(value)] : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? [String(value)] : undefined;
    case 'json':
      return [JSON.stringify(value, undefined, 2)];
    case undefined:
      return undefined;
    default:
      return listTexts(kind.list, value);
  }
}

function listTexts(choices: readonly string[], value: unknown): readonly string[] | undefined {
  const isHeld = Array.isArray(value) && value.length > 0 && value.every((each) => choices.includes(each));
  return isHeld ? value : undefined;
}
