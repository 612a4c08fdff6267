/** Turns every run of whitespace into one space, since patterns are slow on long runs, and removes invisible characters. */
export function collapseWhitespace(text: string): string {
  const visible = /[\u00ad\u200b\u2060\ufeff]/.test(text) ? text.replace(/[\u00ad\u200b\u2060\ufeff]+/g, '') : text;
  return /\s\s|[^\S ]/.test(visible) ? visible.replace(/\s+/g, ' ') : visible;
}
