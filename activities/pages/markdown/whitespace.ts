/** Turns every run of whitespace into one space, since patterns are slow on long runs, and removes invisible characters. */
export function collapseWhitespace(text: string): string {
  const visible = /[\u00ad\u200b\u2060\ufeff]/.test(text) ? text.replace(/[\u00ad\u200b\u2060\ufeff]+/g, '') : text;
  // Single spaces, which are most of it, are left as they are.
  return visible.replace(/\s{2,}|[^\S ]/g, ' ');
}
