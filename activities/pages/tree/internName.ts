/** A hostile page could invent a million names. */
const maxNames = 5_000;

const names = new Map<string, string>();

/** The engine's own copy: the keys of objects are unique strings, and hold on to no page that they were cut out of. */
function unique(text: string): string {
  return Object.keys({ [text]: true })[0] ?? text;
}

/**
 * The lower-case form of the name of a tag or attribute, each time the same string object: a name that is cut out of a
 * page is a new string every time, which is slower to compare and as a key.
 */
export function internName(raw: string): string {
  const known = names.get(raw);
  if (known !== undefined) return known;
  if (names.size >= maxNames) return raw.toLowerCase();
  const lower = unique(raw.toLowerCase());
  names.set(unique(raw), lower);
  return lower;
}
