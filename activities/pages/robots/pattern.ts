/** The value of a rule with everything escaped that is escaped in a URL. */
export function normalizePattern(value: string): string {
  return value.replace(/%[0-9a-f]{2}/gi, (encoded) => encoded.toUpperCase()).replace(/[\u0080-\uFFFF]+/g, escapeBytes);
}

function escapeBytes(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).toUpperCase()}`).join('');
}

/**
 * Whether a path begins with what a pattern describes: `*` is any text, a `$` at the end is the end of the path. Each
 * part is looked for behind the one before, so that no pattern takes longer than a few passes over the path.
 */
export function matchesPattern(pattern: string, path: string): boolean {
  const isAnchored = pattern.endsWith('$');
  const [first = '', ...rest] = (isAnchored ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  if (rest.length === 0) return !isAnchored || path === first;
  let at = first.length;
  const last = rest.pop() ?? '';
  for (const part of rest) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return isAnchored ? path.length - last.length >= at && path.endsWith(last) : path.includes(last, at);
}
