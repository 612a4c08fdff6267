/**
 * Builds the published package, into `client/dist` or the folder that is given: JavaScript without dependencies, and types
 * without the server's.
 */
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import ts from 'typescript';
import { apiDeclarations } from './declarations.ts';

const root = fileURLToPath(new URL('../../client/', import.meta.url));
const target = resolve(process.argv[2] ?? `${root}dist`);
const libraries = ['index', 'images'];
const command = 'sightread';

rmSync(target, { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: [...libraries, command].map((name) => `${name}.ts`),
  outdir: target,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'neutral',
  external: ['node:*'],
  // The command waits at its top level.
  target: 'es2022',
  logLevel: 'warning',
});
chmodSync(`${target}/${command}.js`, 0o755);

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
  root,
);
const program = ts.createProgram(
  libraries.map((name) => `${root}${name}.ts`),
  options,
);
program.emit(undefined, (file, text) => {
  // What belongs to the server stays behind: `api.d.ts` is written out below.
  const path = relative(`${target}/client`, file);
  if (!path.startsWith('..') && path !== 'api.d.ts')
    ts.sys.writeFile(`${target}/${path}`, text.replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"));
});
writeFileSync(`${target}/api.d.ts`, apiDeclarations(readFileSync(`${root}api.ts`, 'utf8')));
