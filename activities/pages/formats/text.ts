function fence(text: string, language: string): string {
  let marks = '```';
  for (const run of text.match(/^`{3,}/gm) ?? []) if (run.length >= marks.length) marks = '`'.repeat(run.length + 1);
  return `${marks}${language}\n${text}\n${marks}`;
}

function normalLines(text: string): string {
  return text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
}

/** Data as a fenced block, laid out for reading where it parses. */
export function jsonMarkdown(text: string): string {
  const raw = normalLines(text).trim();
  try {
    return fence(JSON.stringify(JSON.parse(raw), null, 2), 'json');
  } catch {
    // One object a line, or not quite JSON, or nested too deep to lay out: as it is.
    return fence(raw, 'json');
  }
}

export function xmlMarkdown(text: string): string {
  return fence(normalLines(text).trim(), 'xml');
}

export function plainMarkdown(text: string): string {
  return normalLines(text).trim();
}

const codeLanguages: readonly [RegExp, string][] = [
  [/javascript|ecmascript/, 'js'],
  [/css/, 'css'],
  [/yaml/, 'yaml'],
  [/toml/, 'toml'],
  [/python/, 'python'],
  [/sql/, 'sql'],
  [/graphql/, 'graphql'],
  [/-sh$/, 'sh'],
];

export function codeMarkdown(text: string, type: string): string {
  return fence(normalLines(text).trimEnd(), codeLanguages.find(([pattern]) => pattern.test(type))?.[1] ?? '');
}
