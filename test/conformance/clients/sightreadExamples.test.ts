import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { api, secretKey } from '../../support/client.ts';
import { moduleOf, publicNames } from '../../support/clientExamples.ts';

const names = publicNames();
const alias = {
  '@sightread/client/images': resolve('client/images.ts'),
  '@sightread/client': resolve('client/index.ts'),
};
let folder: string;

beforeAll(() => {
  mkdirSync('node_modules/.cache', { recursive: true });
  // Below node_modules, so that the examples find their packages.
  folder = mkdtempSync('node_modules/.cache/client-examples-');
  for (const { name, example = '' } of names) writeFileSync(join(folder, `${name}.ts`), moduleOf(example));
  vi.stubEnv('SIGHTREAD_KEY', secretKey());
  vi.stubEnv('SIGHTREAD_URL', api());
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

describe('the documentation of the client', () => {
  it('says what each public name is, with an example', () => {
    expect(names.length).toBeGreaterThan(40);
    expect(names.filter(({ comment, example }) => comment === '' || !example).map(({ name }) => name)).toEqual([]);
  });

  it('has examples that the compiler accepts', () => {
    const { options } = ts.parseJsonConfigFileContent(
      {
        extends: './tsconfig.json',
        compilerOptions: {
          baseUrl: '.',
          noUnusedLocals: false,
          paths: Object.fromEntries(Object.entries(alias).map(([name, path]) => [name, [path]])),
        },
      },
      ts.sys,
      process.cwd(),
    );
    const program = ts.createProgram(
      names.map(({ name }) => resolve(folder, `${name}.ts`)),
      options,
    );
    const problems = ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => ({
      file: file?.fileName.replace(/.*\//, ''),
      problem: ts.flattenDiagnosticMessageText(messageText, '\n'),
    }));
    expect(problems).toEqual([]);
  });

  it.each(names)('has an example of $name that runs', async ({ name, example = '' }) => {
    const outfile = resolve(folder, `${name}.mjs`);
    await build({
      entryPoints: [resolve(folder, `${name}.ts`)],
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      alias,
      external: ['zod'],
      logLevel: 'error',
    });
    const printed: string[] = [];
    const log = vi
      .spyOn(console, 'log')
      .mockImplementation((...values) => void printed.push(values.map(String).join(' ')));
    await import(outfile).finally(() => log.mockRestore());
    // What a comment at the end of a line says it prints.
    const promised = [...example.matchAll(/console\.log\(.*\/\/ ([\w: ]+)$/gm)].map(([, words = '']) => words);
    for (const words of promised.filter((each) => /^(?:true|active|completed|1h|100|5)$/.test(each)))
      expect(printed.join('\n')).toContain(words);
  });
});
