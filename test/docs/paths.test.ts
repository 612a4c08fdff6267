import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documents, foldersIn, readDocument, repositoryFiles } from './repository.ts';

/** Files that an operator creates, and kubectl's name of a Deployment. */
const notInRepository = new Set(['deploy/.env', 'deploy/sightread.env', 'deploy/gateway']);

/** Words in code, be it inline or in a block, that begin with a folder of the repository or beside the document. */
function pathsIn(document: string): string[] {
  const folders = [...foldersIn(), ...foldersIn(dirname(document)).filter(() => dirname(document) !== '.')];
  const code = [...readDocument(document).matchAll(/^```[\s\S]*?^```$|`[^`\n]+`/gm)].map(([text]) => text);
  const path = new RegExp(`^(?:${folders.join('|')})/[\\w./*-]*$`);
  return code
    .flatMap((text) => text.replaceAll('`', '').split(/[\s"'=(),:;]+/))
    .map((word) => word.replace(/^\.\//, ''))
    .filter((word) => path.test(word));
}

function isThere(path: string, document: string): boolean {
  const places = [path, join(dirname(document), path)];
  if (!path.includes('*')) return places.some((place) => existsSync(place) || notInRepository.has(place));
  const patterns = places.map((place) => new RegExp(`^${place.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}`));
  return repositoryFiles.some((file) => patterns.some((pattern) => pattern.test(file)));
}

/** The anchors that GitHub makes of a document's headings. */
function anchorsIn(document: string): string[] {
  return [...readDocument(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe.each(documents)('%s', (document) => {
  it('names only paths that exist', () => {
    expect(pathsIn(document).filter((path) => !isThere(path, document))).toEqual([]);
  });

  it('links only to files and headings that exist', () => {
    const links = [...readDocument(document).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)];
    const broken = links.filter(([, path = '', anchor]) => {
      const target = path === '' ? document : join(dirname(document), path);
      return !existsSync(target) || (anchor !== undefined && !anchorsIn(target).includes(anchor));
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });

  it('names only functions that stand in the file they are given with', () => {
    const named = [...readDocument(document).matchAll(/`([\w./-]+\.tsx?)` \(`(\w+)`\)/g)];
    const absent = named.filter(
      ([, path = '', name]) => !existsSync(path) || !new RegExp(`\\b${name}\\b`).test(readFileSync(path, 'utf8')),
    );
    expect(absent.map(([text]) => text)).toEqual([]);
  });

  it('names only npm scripts that exist', () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'));
    const named = [...readDocument(document).matchAll(/npm run (?:-s )?([\w:]+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});
