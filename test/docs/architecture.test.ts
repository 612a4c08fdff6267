import { describe, expect, it } from 'vitest';
import { queues } from '../../contracts/queues.ts';
import importRules from '../../importRules.json' with { type: 'json' };
import * as workflows from '../../workflows/index.ts';
import { codeIn, foldersIn, readDocument, tableIn } from './repository.ts';

const document = 'ARCHITECTURE.md';
const folderTable = tableIn(document, '| folder | question it answers | may import |').map(
  ([folder = '', question = '', imports = '']) => ({ folder: folder.replace(/^`|\/`$/g, ''), question, imports }),
);

describe('ARCHITECTURE.md', () => {
  it('has a row for each folder of the repository and for no other', () => {
    expect(folderTable.map(({ folder }) => folder).sort()).toEqual(foldersIn());
  });

  it('gives each folder the imports that the lint step allows', () => {
    const mayImport = new Map<string, readonly string[]>(Object.entries(importRules.mayImport));
    const byTypeOnly = new Map<string, readonly string[]>(Object.entries(importRules.byTypeOnly));
    for (const { folder, imports } of folderTable.filter(({ folder }) => mayImport.has(folder))) {
      const [values = '', types = ''] = imports.split('types of');
      expect(codeIn(values), folder).toEqual(mayImport.get(folder));
      expect(codeIn(types), folder).toEqual(byTypeOnly.get(folder) ?? []);
    }
  });

  it('says so of the folders that no import rule restricts', () => {
    const unrestricted = folderTable.filter(({ folder }) => !Object.hasOwn(importRules.mayImport, folder));
    expect(Object.fromEntries(unrestricted.map(({ folder, imports }) => [folder, imports]))).toEqual({
      deploy: 'everything',
      docs: '–',
      test: 'everything',
    });
  });

  it.each(['contracts', 'activities', 'gateway', 'deploy', 'deploy/local'])('names each folder inside %s', (parent) => {
    const line = readDocument(document)
      .split('\n')
      .find((each) => each.startsWith(`- \`${parent}/\`: `));
    expect(codeIn(line ?? '')).toEqual(expect.arrayContaining(foldersIn(parent).map((name) => `${name}/`)));
  });

  it('lists each task queue and each workflow, and no other', () => {
    const names = (header: string) => tableIn(document, header).flatMap(([name = '']) => codeIn(name));
    expect(names('| queue | what runs there | at once, per process |')).toEqual([...queues]);
    expect(names('| workflow | what it does | who starts it |').sort()).toEqual(Object.keys(workflows).sort());
  });
});
