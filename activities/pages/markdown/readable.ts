/** Every kind of space as one space, so that no pattern ever sees a long run of them; and nothing that is invisible. */
export function readable(text: string): string {
  const visible = /[\u00ad\u200b\u2060\ufeff]/.test(text) ? text.replace(/[\u00ad\u200b\u2060\ufeff]+/g, '') : text;
  return /\s\s|[^\S ]/.test(visible) ? visible.replace(/\s+/g, ' ') : visible;
}
