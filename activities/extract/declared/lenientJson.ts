const attempts: ((text: string) => string)[] = [
  (text) => text,
  // Line breaks inside strings, wrappers of old XHTML days, a stray semicolon.
  (text) =>
    text
      .replace(/\p{Cc}+/gu, ' ')
      .replace(/^\s*(?:\/\*)?\s*(?:\/\/)?\s*(?:<!\[CDATA\[|<!--)(?:\s*\*\/)?/, '')
      .replace(/(?:\/\*)?\s*(?:\/\/)?\s*(?:\]\]>|-->)(?:\s*\*\/)?\s*$/, '')
      .replace(/;\s*$/, ''),
  // Commas before a closing bracket or missing a value between two, backslashes that escape nothing.
  (text) =>
    text
      .replace(/\\(?!["\\/bfnrtu])/g, '\\\\')
      .replace(/,(?=\s*,)/g, '')
      .replace(/,(\s*[}\]])/g, '$1'),
  // Quotes inside strings: one that is followed by no punctuation of JSON's cannot end its string.
  (text) => text.replace(/([\p{L}\p{N}.!?’ ])"(?=[\p{L}\p{N} .!?)’])(?! *[,:}\]])/gu, '$1\\"'),
];

/** JSON as pages have it: the usual mistakes are mended one after the other; undefined where nothing helps. */
export function readLeniently(source: string): unknown {
  let text = source;
  for (const mend of attempts) {
    text = mend(text);
    try {
      return JSON.parse(text);
    } catch {
      // The next mending may do.
    }
  }
  return undefined;
}
