/**
 * The entry point of `npm start`, `npm run stack`, `npm test`, `npm run bench` and `npm run sightread`. Plain Node
 * without packages, because a fresh clone has none: it installs them, then runs the command in the same process.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundledProcesses } from '../build/processes.mjs';
import { nodeVersionProblem } from './provision/nodeVersion.mjs';
import { ensurePackages } from './provision/packages.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The product's, which run from compiled sources or their bundle, … */
const compiled = ['start', 'stack', 'sightread'];
/**
 * … and all others, which run from the sources as they are.
 * @type {Readonly<Record<string, string>>}
 */
const commands = {
  start: 'deploy/local/commands/start.ts',
  stack: 'deploy/local/commands/stack.ts',
  test: 'deploy/local/commands/test.ts',
  bench: 'test/bench/main.ts',
  fuzz: 'test/fuzz/main.ts',
  clients: 'test/clients/main.ts',
  pictures: 'test/pictures/main.ts',
  record: 'test/replay/record.ts',
  model: 'test/model/local/main.ts',
  sightread: 'deploy/local/commands/sightread.ts',
};

/**
 * @param {string | undefined} name
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
async function main(name, args) {
  const problem = nodeVersionProblem(process.versions.node);
  if (problem) return fail(problem);
  const path = commands[name ?? ''];
  if (!path) return fail(`Usage: node deploy/local/run.mjs ${Object.keys(commands).join('|')}`);
  if (!existsSync(`${root}${path}`)) return fail(`There is no ${path} to run.`);
  process.chdir(root);
  if (existsSync('.env')) process.loadEnvFile('.env');
  try {
    await ensurePackages(root);
    const command = await load(name ?? '', path);
    return await command.main(args);
  } catch (cause) {
    // By name, because the classes (process/stopSignals.ts, userError.ts) are TypeScript and cannot be imported here.
    if (!(cause instanceof Error)) throw cause;
    if (cause.name === 'Stopped') return 0;
    if (cause.name !== 'UserError') throw cause;
    return fail(cause.message);
  }
}

/**
 * @param {string} name
 * @param {string} path
 */
async function load(name, path) {
  if (!compiled.includes(name)) {
    const { register } = await import('tsx/esm/api');
    register();
    return import(pathToFileURL(`${root}${path}`).href);
  }
  const { bundlesOf, ensureCompiled } = await import('../build/cache.mjs');
  const folder = await ensureCompiled(root);
  const bundles = bundlesOf(folder);
  if (bundles && name in bundledProcesses) {
    const { loadBundle } = await import('../build/runBundle.mjs');
    return loadBundle(`${bundles}/${name}.js`);
  }
  process.setSourceMapsEnabled(true);
  return import(pathToFileURL(`${folder}/${path.replace(/\.ts$/, '.js')}`).href);
}

/** @param {string} message */
function fail(message) {
  console.error(message);
  return 1;
}

process.exit(await main(process.argv[2], process.argv.slice(3)));
