/** With one of these, `URL.canParse` of Node 20 returns false for valid URLs, too, once V8 has compiled its caller. */
const latin1 = /[\u0080-\u00ff]/;
/** A path on the site of the base, which is always valid. Most links on a page are such. */
const plainPath = /^\/[\w?#]/;

/**
 * The URL that a text is, relative to a base if there is one; undefined if it is none. Mostly without an exception,
 * which costs more than the parsing.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  const isCheckable = !latin1.test(text) && !(base !== undefined && plainPath.test(text));
  if (isCheckable && !URL.canParse(text, base)) return undefined;
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
