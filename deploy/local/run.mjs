/**
 * Where `npm start`, `npm run stack`, `npm test`, `npm run bench` and `npm run sightread` begin. Plain Node without packages, because in a fresh
 * clone there are none yet: it sees to them first and then hands over to the command, in the same process.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { nodeVersionProblem } from './provision/nodeVersion.mjs';
import { ensurePackages } from './provision/packages.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** @type {Readonly<Record<string, string>>} */
const commands = {
  start: 'deploy/local/commands/start.ts',
  stack: 'deploy/local/commands/stack.ts',
  test: 'deploy/local/commands/test.ts',
  bench: 'test/bench/main.ts',
  record: 'test/replay/record.ts',
  model: 'test/model/local/main.ts',
  sightread: 'gateway/cli/main.ts',
};

/**
 * @param {string | undefined} name
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
async function main(name, args) {
  const old = nodeVersionProblem(process.versions.node);
  if (old) return complain(old);
  const path = commands[name ?? ''];
  if (!path) return complain(`Usage: node deploy/local/run.mjs ${Object.keys(commands).join('|')}`);
  if (!existsSync(`${root}${path}`)) return complain(`There is no ${path} to run.`);
  process.chdir(root);
  if (existsSync('.env')) process.loadEnvFile('.env');
  try {
    await ensurePackages(root);
    const { register } = await import('tsx/esm/api');
    register();
    const command = await import(pathToFileURL(`${root}${path}`).href);
    return await command.main(args);
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    if (cause.name === 'Stopped') return 0;
    if (cause.name !== 'UserError') throw cause;
    return complain(cause.message);
  }
}

/** @param {string} sentence */
function complain(sentence) {
  console.error(sentence);
  return 1;
}

process.exit(await main(process.argv[2], process.argv.slice(3)));
