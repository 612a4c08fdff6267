/** Applied one after the other, each to the result of the last, until the text parses. */
const repairs: ((text: string) => string)[] = [
  (text) => text,
  // Line breaks inside strings, the CDATA or comment wrappers of old XHTML, a semicolon at the end.
  (text) =>
    text
      .replace(/\p{Cc}+/gu, ' ')
      .replace(/^\s*(?:\/\*)?\s*(?:\/\/)?\s*(?:<!\[CDATA\[|<!--)(?:\s*\*\/)?/, '')
      .replace(/(?:\/\*)?\s*(?:\/\/)?\s*(?:\]\]>|-->)(?:\s*\*\/)?\s*$/, '')
      .replace(/;\s*$/, ''),
  // Trailing or doubled commas, backslashes that escape nothing.
  (text) =>
    text
      .replace(/\\(?!["\\/bfnrtu])/g, '\\\\')
      .replace(/,(?=\s*,)/g, '')
      .replace(/,(\s*[}\]])/g, '$1'),
  // Unescaped quotes inside strings: a quote that ends a string is followed by JSON's punctuation.
  (text) => text.replace(/([\p{L}\p{N}.!?’ ])"(?=[\p{L}\p{N} .!?)’])(?! *[,:}\]])/gu, '$1\\"'),
];

/** Parses JSON with the usual mistakes of web pages; undefined if it cannot be repaired. */
export function parseLenientJson(source: string): unknown {
  let text = source;
  for (const repair of repairs) {
    text = repair(text);
    try {
      return JSON.parse(text);
    } catch {
      // Try the next repair.
    }
  }
  return undefined;
}
