/** JSON Pointer (RFC 6901): `/a~1b/0` is item 0 of the field `a/b`. */

export function escapeStep(step: string | number): string {
  return String(step).replaceAll('~', '~0').replaceAll('/', '~1');
}

export function unescapeStep(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** The pointer to a value inside what `pointer` points to. */
export function childPointer(pointer: string, step: string | number): string {
  return `${pointer}/${escapeStep(step)}`;
}

/** The steps of a pointer from the root; none for the root itself. */
export function pointerSteps(pointer: string): string[] {
  return pointer === '' ? [] : pointer.slice(1).split('/').map(unescapeStep);
}

/**
 * The steps of a pointer in a URI fragment (`#/…`, with or without the `#`), where they are percent-encoded too;
 * undefined if the encoding is broken. Splits before it decodes, as Ajv does, so that `%2F` is a slash inside a step.
 */
export function fragmentSteps(fragment: string): string[] | undefined {
  try {
    const pointer = fragment.replace(/^#/, '');
    return pointer === ''
      ? []
      : pointer
          .slice(1)
          .split('/')
          .map((step) => unescapeStep(decodeURIComponent(step)));
  } catch {
    return undefined;
  }
}
