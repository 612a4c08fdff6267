import { nearestName } from '../../../client/nearestName.ts';
import { isRecord } from '../../../contracts/json/isRecord.ts';
import { childPointer, pointerSteps } from '../../../contracts/json/pointer.ts';
import { fieldName } from './fieldName.ts';

interface UnknownField {
  /** The object that has the field, as a JSON pointer. */
  pointer: string;
  name: string;
  /** The schema of that object, and of the whole request. */
  schema: unknown;
  root: unknown;
}

/** A sentence about a field that is not known, with the one that was probably meant. */
export function unknownField(field: UnknownField): string {
  const meant = meantField(field);
  const what = `Unknown field \`${fieldName(childPointer(field.pointer, field.name))}\``;
  return meant ? `${what}: did you mean ${meant}?` : `${what}: /v1/docs lists the known ones.`;
}

function meantField({ pointer, name, schema, root }: UnknownField): string | undefined {
  const near = nearestName(name, propertyNames(schema));
  if (near !== undefined) return quoted(childPointer(pointer, near));
  const inner = Object.entries(propertiesOf(schema)).find(([, each]) => propertyNames(each).includes(name));
  if (inner) return quoted(childPointer(childPointer(pointer, inner[0]), name));
  const [outer] = pointerSteps(pointer);
  if (outer !== undefined && propertyNames(root).includes(name)) return `\`${name}\`, outside of \`${outer}\``;
  return undefined;
}

function quoted(pointer: string): string {
  return `\`${fieldName(pointer)}\``;
}

export function propertyNames(schema: unknown): string[] {
  return Object.keys(propertiesOf(schema));
}

function propertiesOf(schema: unknown): Record<string, unknown> {
  const properties = isRecord(schema) ? schema['properties'] : undefined;
  return isRecord(properties) ? properties : {};
}
