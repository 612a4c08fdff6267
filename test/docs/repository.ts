/** The repository as the documents describe it. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Every file that is or could be committed. */
export const repositoryFiles: readonly string[] = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard'],
  { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
)
  .split('\n')
  .filter((path) => path !== '' && existsSync(path));

/** The folders inside a folder, or those at the root, without dot folders. */
export function foldersIn(parent = ''): string[] {
  const prefix = parent === '' ? '' : `${parent}/`;
  const inside = repositoryFiles.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
  const names = inside.filter((path) => path.includes('/')).map((path) => path.slice(0, path.indexOf('/')));
  return [...new Set(names)].filter((name) => !name.startsWith('.')).sort();
}

/** The documents that describe the present state; the changelog describes earlier ones too. */
export const documents: readonly string[] = repositoryFiles.filter(
  (path) => /^(?:[^/]+|docs\/.+|deploy\/.+)\.md$/.test(path) && path !== 'CHANGELOG.md',
);

export function readDocument(path: string): string {
  return readFileSync(path, 'utf8');
}

/** The rows of the table with this header in a document, as the texts of their cells. */
export function tableIn(document: string, header: string): string[][] {
  const lines = readDocument(document).split('\n');
  const start = lines.indexOf(header);
  if (start === -1) throw new Error(`${document} has no table with the header ${header}`);
  const body = lines.slice(start + 2);
  const end = body.findIndex((line) => !line.startsWith('|'));
  return body.slice(0, end === -1 ? undefined : end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** What stands in backticks in a text. */
export function codeIn(text: string): string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
}
