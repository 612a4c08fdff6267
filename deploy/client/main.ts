/**
 * Builds the published package, into `client/dist` or the folder that is given: JavaScript without dependencies, and types
 * without the server's.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import ts from 'typescript';
import { apiDeclarations } from './declarations.ts';
import { buildJavaScript, clientRoot, libraries } from './javaScript.ts';

const target = resolve(process.argv[2] ?? `${clientRoot}dist`);

rmSync(target, { recursive: true, force: true });
await buildJavaScript(target);

const { options } = ts.parseJsonConfigFileContent(
  {
    extends: '../tsconfig.json',
    compilerOptions: {
      lib: ['ES2023', 'DOM', 'DOM.AsyncIterable'],
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      stripInternal: true,
      outDir: target,
      rootDir: '..',
    },
  },
  ts.sys,
  clientRoot,
);
const program = ts.createProgram(
  libraries.map((name) => `${clientRoot}${name}.ts`),
  options,
);
program.emit(undefined, (file, text) => {
  // What belongs to the server stays behind: `api.d.ts` is written out below.
  const path = relative(`${target}/client`, file);
  if (!path.startsWith('..') && path !== 'api.d.ts')
    ts.sys.writeFile(`${target}/${path}`, text.replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"));
});
writeFileSync(`${target}/api.d.ts`, apiDeclarations(readFileSync(`${clientRoot}api.ts`, 'utf8')));
