/** Several things that a caller should know about a page, in one text; empty if there are none. */
export function joinWarnings(...warnings: readonly (string | undefined)[]): string {
  return warnings.filter(Boolean).join(' ');
}
