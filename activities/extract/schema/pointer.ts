/** Reading and changing a value inside of JSON by its JSON pointer. */

export function steps(pointer: string): string[] {
  return pointer === ''
    ? []
    : pointer
        .slice(1)
        .split('/')
        .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export function child(pointer: string, step: string | number): string {
  return `${pointer}/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function valueAt(root: unknown, pointer: string): unknown {
  let at = root;
  for (const step of steps(pointer)) {
    if (Array.isArray(at)) at = at[Number(step)];
    else if (isRecord(at) && Object.hasOwn(at, step)) at = at[step];
    else return undefined;
  }
  return at;
}

/** The data with one value replaced; `undefined` takes it out, and an element of a list leaves no gap. */
export function withValue(root: unknown, pointer: string, value: unknown): unknown {
  const [step, ...rest] = steps(pointer);
  if (step === undefined) return value;
  const inner = rest.reduce((path, each) => child(path, each), '');
  if (Array.isArray(root)) {
    const at = Number(step);
    const changed = withValue(root[at], inner, value);
    return changed === undefined ? root.toSpliced(at, 1) : root.with(at, changed);
  }
  if (!isRecord(root)) return root;
  const changed = withValue(root[step], inner, value);
  const { [step]: _, ...others } = root;
  if (changed === undefined) return others;
  return Object.hasOwn(root, step) ? { ...root, [step]: changed } : { ...others, [step]: changed };
}

/** Every string and number with its pointer. */
export function* leaves(value: unknown, pointer = ''): Generator<[string, string | number]> {
  if (typeof value === 'string' || typeof value === 'number') yield [pointer, value];
  else if (Array.isArray(value)) for (const [at, each] of value.entries()) yield* leaves(each, child(pointer, at));
  else if (isRecord(value)) for (const [key, each] of Object.entries(value)) yield* leaves(each, child(pointer, key));
}
