import type { LoggedOperation } from '../../../storage/requests.ts';
import type { Language } from '../view/Highlighted.tsx';

interface Call {
  operation: LoggedOperation;
  /** Where the API is, without a path. */
  base: string;
  path: string;
  body: Readonly<Record<string, unknown>>;
  /** The name of the file, for `parse`. */
  file?: string | undefined;
}

export interface Snippet {
  label: string;
  file: string;
  language: Language;
  text: string;
}

/** The same call for a terminal and for programs. */
export function snippetsOf(call: Call): Snippet[] {
  return [
    { label: 'curl', file: 'request.sh', language: 'bash', text: curlSnippet(call) },
    { label: 'TypeScript', file: 'request.ts', language: 'typescript', text: typescriptSnippet(call) },
    { label: 'Python', file: 'request.py', language: 'python', text: pythonSnippet(call) },
  ];
}

function curlSnippet({ base, path, body, file }: Call): string {
  const parts =
    file === undefined
      ? [`-H 'Content-Type: application/json'`, `-d ${shellQuoted(JSON.stringify(body))}`]
      : [`-F ${shellQuoted(`file=@${file}`)}`, `-F ${shellQuoted(`options=${JSON.stringify(body)}`)}`];
  return [
    `curl ${base}${path}`,
    `  -H "Authorization: Bearer $SIGHTREAD_KEY"`,
    ...parts.map((part) => `  ${part}`),
  ].join(' \\\n');
}

function typescriptSnippet(call: Call): string {
  const { operation, base, path, body, file } = call;
  if (file !== undefined || path.startsWith('/v2/')) return fetchSnippet(call);
  const { url = '', ...options } = body;
  const given = Object.keys(options).length > 0 ? `, ${JSON.stringify(options, undefined, 2)}` : '';
  return [
    `import { Sightread } from '@sightread/client';`,
    '',
    `const sightread = new Sightread({ key: process.env.SIGHTREAD_KEY ?? '', url: ${JSON.stringify(base)} });`,
    `const result = await sightread.${operation}(${JSON.stringify(url)}${given});`,
  ].join('\n');
}

function fetchSnippet({ base, path, body, file }: Call): string {
  const form = [
    `import { openAsBlob } from 'node:fs';`,
    '',
    'const form = new FormData();',
    `form.set('file', await openAsBlob(${JSON.stringify(file)}), ${JSON.stringify(file)});`,
    `form.set('options', JSON.stringify(${JSON.stringify(body)}));`,
  ];
  const headers = [
    '    Authorization: "Bearer " + process.env.SIGHTREAD_KEY,',
    ...(file === undefined ? [`    'Content-Type': 'application/json',`] : []),
  ];
  return [
    ...(file === undefined ? [] : form),
    `const response = await fetch(${JSON.stringify(base + path)}, {`,
    `  method: 'POST',`,
    '  headers: {',
    ...headers,
    '  },',
    file === undefined ? `  body: JSON.stringify(${JSON.stringify(body, undefined, 2)}),` : '  body: form,',
    '});',
    'const result = await response.json();',
  ].join('\n');
}

function pythonSnippet({ base, path, body, file }: Call): string {
  const sent =
    file === undefined
      ? [`    json=${pythonLiteral(body)},`]
      : [
          `    files={"file": open(${JSON.stringify(file)}, "rb")},`,
          `    data={"options": ${JSON.stringify(JSON.stringify(body))}},`,
        ];
  return [
    'import os',
    '',
    'import requests',
    '',
    'response = requests.post(',
    `    ${JSON.stringify(base + path)},`,
    `    headers={"Authorization": f"Bearer {os.environ['SIGHTREAD_KEY']}"},`,
    ...sent,
    ')',
    'result = response.json()',
  ].join('\n');
}

/** JSON is Python but for three words. */
function pythonLiteral(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`;
  if (typeof value === 'object')
    return `{${Object.entries(value)
      .map(([name, each]) => `${JSON.stringify(name)}: ${pythonLiteral(each)}`)
      .join(', ')}}`;
  return JSON.stringify(value);
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
