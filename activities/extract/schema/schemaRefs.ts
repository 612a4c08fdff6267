import { isRecord } from '../../../contracts/json/isRecord.ts';
import { fragmentSteps } from '../../../contracts/json/pointer.ts';

export type SchemaObject = Readonly<Record<string, unknown>>;
export type Schema = SchemaObject | boolean;

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'boolean' || isRecord(value);
}

/** The part of the schema that a `$ref` points to, or undefined if there is none. */
export function resolveRef(root: Schema, ref: string): Schema | undefined {
  if (ref === '#') return root;
  if (!ref.startsWith('#/')) return findByName(root, ref, 0);
  const steps = fragmentSteps(ref);
  if (!steps) return undefined;
  let at: unknown = root;
  for (const step of steps)
    at = Array.isArray(at) ? at[Number(step)] : isRecord(at) && Object.hasOwn(at, step) ? at[step] : undefined;
  return isSchema(at) ? at : undefined;
}

/** Finds a schema by its `$anchor`, `$dynamicAnchor` or `$id`. */
function findByName(at: unknown, ref: string, depth: number): Schema | undefined {
  if (depth > 64 || typeof at !== 'object' || at === null) return undefined;
  if (isRecord(at)) {
    const { $anchor, $dynamicAnchor, $id } = at;
    if (
      (typeof $anchor === 'string' && ref === `#${$anchor}`) ||
      (typeof $dynamicAnchor === 'string' && ref === `#${$dynamicAnchor}`) ||
      (typeof $id === 'string' && ($id === ref || $id.replace(/#$/, '') === ref || $id.endsWith(`/${ref}`)))
    )
      return at;
  }
  for (const value of Object.values(at)) {
    const found = findByName(value, ref, depth + 1);
    if (found) return found;
  }
  return undefined;
}
