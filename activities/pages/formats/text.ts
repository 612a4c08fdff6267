const fence = (text: string, language: string): string => {
  let marks = '```';
  for (const run of text.match(/^`{3,}/gm) ?? []) if (run.length >= marks.length) marks = '`'.repeat(run.length + 1);
  return `${marks}${language}\n${text}\n${marks}`;
};

const normalLines = (text: string): string => text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');

/** Data as a fenced block, laid out for reading where it parses. */
export const jsonMarkdown = (text: string): string => {
  const raw = normalLines(text).trim();
  try {
    return fence(JSON.stringify(JSON.parse(raw), null, 2), 'json');
  } catch {
    // One object a line, or not quite JSON, or nested too deep to lay out: as it is.
    return fence(raw, 'json');
  }
};

export const xmlMarkdown = (text: string): string => fence(normalLines(text).trim(), 'xml');

export const plainMarkdown = (text: string): string => normalLines(text).trim();

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

export const codeMarkdown = (text: string, type: string): string =>
  fence(normalLines(text).trimEnd(), codeLanguages.find(([pattern]) => pattern.test(type))?.[1] ?? '');
