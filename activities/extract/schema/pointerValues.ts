/** Reads and changes values inside JSON data by their JSON Pointer. */
import { isRecord } from '../../../contracts/json/isRecord.ts';
import { childPointer, pointerSteps } from '../../../contracts/json/pointer.ts';

export function valueAt(root: unknown, pointer: string): unknown {
  let at = root;
  for (const step of pointerSteps(pointer)) {
    if (Array.isArray(at)) at = at[Number(step)];
    else if (isRecord(at) && Object.hasOwn(at, step)) at = at[step];
    else return undefined;
  }
  return at;
}

/** A copy of the data with one value replaced; `undefined` removes the value, without a gap if it is in a list. */
export function withValue(root: unknown, pointer: string, value: unknown): unknown {
  return replaceAt(root, pointerSteps(pointer), value);
}

function replaceAt(root: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value;
  if (Array.isArray(root)) {
    const at = Number(step);
    const changed = replaceAt(root[at], rest, value);
    return changed === undefined ? root.toSpliced(at, 1) : root.with(at, changed);
  }
  if (!isRecord(root)) return root;
  const changed = replaceAt(root[step], rest, value);
  const { [step]: _, ...others } = root;
  if (changed === undefined) return others;
  return Object.hasOwn(root, step) ? { ...root, [step]: changed } : { ...others, [step]: changed };
}

/** Every string and number in the data, with its pointer. */
export function* leaves(value: unknown, pointer = ''): Generator<[string, string | number]> {
  if (typeof value === 'string' || typeof value === 'number') yield [pointer, value];
  else if (Array.isArray(value))
    for (const [at, each] of value.entries()) yield* leaves(each, childPointer(pointer, at));
  else if (isRecord(value))
    for (const [key, each] of Object.entries(value)) yield* leaves(each, childPointer(pointer, key));
}
