import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { documentedOperations, sourceOf } from '../support/codeSamples.ts';
import { codeBlocks, isRun } from '../support/guides.ts';

const sources = [
  ...codeBlocks
    .filter((block) => block.language === 'ts' && isRun(block))
    .map(({ place, code }) => ({ name: place.replace(/\W/g, '-'), code })),
  ...documentedOperations.map((operation) => ({
    name: operation.operationId,
    code: sourceOf(operation, 'typescript'),
  })),
];

/** Like a program of somebody who has installed the client, by the rules of this repository. */
const config = {
  extends: './tsconfig.json',
  compilerOptions: {
    baseUrl: '.',
    noUnusedLocals: false,
    noPropertyAccessFromIndexSignature: false,
    paths: {
      '@sightread/client/images': [resolve('client/images.ts')],
      '@sightread/client': [resolve('client/index.ts')],
    },
  },
};

it('the TypeScript in the guides and in the reference is accepted by the compiler', () => {
  mkdirSync('node_modules/.cache', { recursive: true });
  // Below node_modules, so that packages are found.
  const folder = mkdtempSync(resolve('node_modules/.cache/samples-'));
  try {
    const files = sources.map(({ name, code }) => {
      const file = join(folder, `${name}.ts`);
      writeFileSync(file, `${code}\nexport {};\n`);
      return file;
    });
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd());
    const program = ts.createProgram(files, options);
    // The client's own files are checked by the lint step.
    const problems = files.flatMap((path) => {
      const file = program.getSourceFile(path);
      const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
      return found.map(({ messageText }) => `${path}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`);
    });
    expect(files.length).toBeGreaterThan(60);
    expect(problems).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
