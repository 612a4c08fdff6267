/**
 * Joins the code of each process, packages included, in one file, and keeps what V8 has compiled of it beside it. Loading
 * 1,600 files took the gateway 3 seconds of CPU.
 */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { build, stop } from 'esbuild';
import { keepClassNames } from './classNames.mjs';
import { ownMappings } from './ownMappings.mjs';
import { codeFileOf, codeVariable } from './runBundle.mjs';

/** Native code, and what is rarely needed and large. All of them are in the project's own node_modules. */
const external = [
  '@temporalio/core-bridge',
  'sharp',
  '@resvg/resvg-js',
  'puppeteer',
  'pdfjs-dist',
  'tesseract.js',
  'esbuild',
  'tsx',
  // How Temporal bundles workflows.
  'webpack',
  '@swc/core',
];

const codeTimeoutMs = 120_000;

/**
 * Bundles the compiled sources and not those of the project, which may change meanwhile.
 * @param {string} root the project's folder
 * @param {string} compiled the folder of the compiled sources, which the bundles find their other files in
 * @param {string} target a new folder in `compiled`
 * @param {Readonly<Record<string, import('./processes.mjs').BundledProcess>>} processes
 */
export async function bundle(root, compiled, target, processes) {
  const names = Object.entries(processes);
  await build({
    absWorkingDir: compiled,
    entryPoints: names.map(([name, { source }]) => ({ in: source, out: name })),
    outdir: target,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external,
    // runBundle.mjs calls this function, as Node does with the one that it puts around each CommonJS module.
    banner: { js: `(function (exports, require, module, __filename, __dirname) {${paths(root, target)}` },
    footer: { js: '})' },
    // Each process holds its source, of which white space is a third. Node prints the whole line of an uncaught error.
    minifyWhitespace: true,
    lineLimit: 200,
    sourcemap: 'external',
    sourcesContent: false,
    legalComments: 'none',
    // Two classes of the same name get different ones; errors are known by theirs.
    keepNames: true,
    // Scripts that are not modules can import only by an experimental feature of Node.
    supported: { 'dynamic-import': false },
    plugins: [keepPaths(root, compiled), bundledConverter(compiled)],
    logLevel: 'silent',
  });
  // Its process would stay, with all that it has parsed.
  await stop();
  for (const [name] of names) {
    const code = join(target, `${name}.js`);
    writeFileSync(code, keepClassNames(readFileSync(code, 'utf8')));
    const map = `${code}.map`;
    writeFileSync(map, JSON.stringify(ownMappings(JSON.parse(readFileSync(map, 'utf8')), target, root)));
  }
  for (const [name, process] of names) await writeCode(root, join(target, `${name}.js`), process);
}

/**
 * Functions with which the code finds the files beside it where they were before it was bundled, relative to the bundle,
 * so that a moved clone still works.
 * @param {string} root
 * @param {string} target
 */
function paths(root, target) {
  return `
const bundledPackage = (path) => require('node:path').join(__dirname, ${JSON.stringify(relative(target, root))}, path);
const bundledSource = (path) => require('node:path').join(__dirname, '..', path);
const bundledUrl = (path) => require('node:url').pathToFileURL(path).href;
const bundledResolve = (path) => require('node:module').createRequire(path).resolve;
`;
}

/** What a file says about its own place. */
const ownPlace = /\b(?:__dirname|__filename|import\.meta\.(?:url|dirname)|require\.resolve\()/;

/**
 * Lets each file know where it is, for what it reads or starts beside it.
 * @param {string} root
 * @param {string} compiled
 * @returns {import('esbuild').Plugin}
 */
function keepPaths(root, compiled) {
  return {
    name: 'keep-paths',
    setup({ onLoad }) {
      onLoad({ filter: /\.[cm]?js$/ }, ({ path }) => {
        const text = readFileSync(path, 'utf8');
        if (!ownPlace.test(text)) return undefined;
        const here = path.startsWith(compiled)
          ? `bundledSource(${JSON.stringify(relative(compiled, path))})`
          : `bundledPackage(${JSON.stringify(relative(root, path))})`;
        const contents = text
          .replaceAll('import.meta.url', `bundledUrl(${here})`)
          .replaceAll('import.meta.dirname', `require('node:path').dirname(${here})`)
          .replace(/\brequire\.resolve\(/g, `bundledResolve(${here})(`)
          .replace(globalNamed('__dirname', text), `require('node:path').dirname(${here})`)
          .replace(globalNamed('__filename', text), here);
        return { contents, loader: 'js' };
      });
    },
  };
}

/**
 * Matches a global variable of CommonJS, except in a file that has its own.
 * @param {string} name
 * @param {string} text
 */
function globalNamed(name, text) {
  const isDeclared = new RegExp(`\\b(?:var|let|const)\\s+${name}\\b`).test(text);
  return isDeclared ? /(?!)/ : new RegExp(`(?<![.\\w$])${name}\\b(?!\\s*:)`, 'g');
}

/**
 * Temporal loads our failure converter by its path, and with it a second copy of its own packages. In a bundle it gets the
 * one that has the bundle's.
 * @param {string} compiled
 * @returns {import('esbuild').Plugin}
 */
function bundledConverter(compiled) {
  const converter = join(compiled, 'contracts/work/failureConverter.cjs');
  return {
    name: 'bundled-converter',
    setup({ onLoad }) {
      onLoad({ filter: /@temporalio\/common\/lib\/internal-non-workflow\/data-converter-helpers\.js$/ }, ({ path }) => {
        const text = readFileSync(path, 'utf8');
        const load = 'module = require(path);';
        if (!text.includes(load)) throw new Error(`${path} does not load converters as it did`);
        const known = `path.endsWith('/failureConverter.cjs') ? require(${JSON.stringify(converter)}) : require(path)`;
        return { contents: text.replace(load, `module = ${known};`), loader: 'js' };
      });
    },
  };
}

/**
 * Has the process load everything, and keeps what V8 has compiled by then.
 * @param {string} root
 * @param {string} path
 * @param {import('./processes.mjs').BundledProcess} process
 */
async function writeCode(root, path, { flags, args }) {
  const runner = join(import.meta.dirname, 'runBundle.mjs');
  await promisify(execFile)(process.execPath, [...flags, runner, path, ...args], {
    cwd: root,
    env: { ...process.env, [codeVariable]: codeFileOf(path) },
    timeout: codeTimeoutMs,
  });
}
