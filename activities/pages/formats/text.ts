import { fenced } from '../markdown/fence.ts';

function normalizeLines(text: string): string {
  return text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
}

/** A fenced block, indented if the JSON parses. */
export function jsonMarkdown(text: string): string {
  const raw = normalizeLines(text).trim();
  try {
    return fenced(JSON.stringify(JSON.parse(raw), null, 2), 'json');
  } catch {
    // One object per line, not quite JSON, or nested too deep for the stack: kept as it is.
    return fenced(raw, 'json');
  }
}

export function xmlMarkdown(text: string): string {
  return fenced(normalizeLines(text).trim(), 'xml');
}

export function plainMarkdown(text: string): string {
  return normalizeLines(text).trim();
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
  return fenced(normalizeLines(text).trimEnd(), codeLanguages.find(([pattern]) => pattern.test(type))?.[1] ?? '');
}
