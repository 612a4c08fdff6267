/**
 * Compiles our TypeScript to plain JavaScript, file by file and in the same folders, so that no process needs a loader:
 * with one, each of them compiled everything again, and kept the compiler in memory.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, stop } from 'esbuild';
import { sourcesOf } from './sources.mjs';

/** Scripts that run inside a page of Chromium; each file of such a folder is bundled with what it imports. */
const inPage = /\/inPage\/[^/]+\.ts$/;
const typescript = /(?<!\.d)\.tsx?$/;

/**
 * @param {string} root the project's folder
 * @param {string} target the folder that gets the JavaScript, and every other file of the sources as it is
 */
export async function compile(root, target) {
  const files = sourcesOf(root);
  const scripts = files.filter((file) => inPage.test(file));
  const modules = files.filter((file) => typescript.test(file) && !inPage.test(file));
  const shared = { absWorkingDir: root, outbase: root, outdir: target, tsconfig: join(root, 'tsconfig.json') };
  await Promise.all([
    build({
      ...shared,
      entryPoints: modules,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      sourcemap: 'linked',
      sourcesContent: false,
      // Only with bundling does esbuild let a plugin see the imports; nothing is joined.
      bundle: true,
      packages: 'external',
      plugins: [keepImports],
      logLevel: 'error',
    }),
    build({
      ...shared,
      entryPoints: scripts,
      // How activities/egress/rendering/inPageScript.ts bundles them where nothing is compiled.
      bundle: true,
      format: 'iife',
      globalName: 'inPage',
      target: 'chrome120',
      charset: 'utf8',
      logLevel: 'error',
    }),
  ]);
  // Its process would stay, with all that it has parsed.
  await stop();
  for (const file of files.filter((each) => !typescript.test(each))) {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    copyFileSync(join(root, file), join(target, file));
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(join(target, 'package.json'), `${JSON.stringify({ type: 'module', version })}\n`);
}

/** Leaves every import of ours where it is, and names the compiled file. @type {import('esbuild').Plugin} */
const keepImports = {
  name: 'keep-imports',
  setup({ onResolve }) {
    onResolve({ filter: /^\.{1,2}\// }, ({ kind, path }) =>
      kind === 'entry-point' ? undefined : { path: path.replace(typescript, '.js'), external: true },
    );
  },
};
