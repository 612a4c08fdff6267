import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bundlesName, bundlesOf } from '../../deploy/build/cache.mjs';
import { ensureBundled } from '../../deploy/local/bundles/ensureBundled.mjs';
import { projectRoot } from '../../deploy/local/project.ts';

const timeout = 180_000;
const processes = { greeter: { source: 'greeter/main.js', flags: ['--max-semi-space-size=8'], args: [] } };
const runner = join(projectRoot, 'deploy/build/runBundle.mjs');

/** A package that reads a file beside it, and finds another one. */
const packageCode = `
const { readFileSync } = require('node:fs');
exports.greeting = readFileSync(__dirname + '/greeting.txt', 'utf8');
exports.place = require.resolve('./greeting.txt');
exports.Refusal = class Refusal extends Error {};`;

const source = `
import { readFileSync } from 'node:fs';
import { greeting, place, Refusal as PackagesRefusal } from 'greetings';

class Refusal extends Error {}

interface Guest {
  name: string;
}

function greet({ name }: Guest) {
  const beside = readFileSync(new URL('./punctuation.txt', import.meta.url), 'utf8');
  if (name === '') throw new Refusal('nobody to greet');
  return greeting + ' ' + name + beside + ' from ' + place;
}

export function main() {
  console.log(greet({ name: process.argv[2] ?? '' }));
}
if (process.argv.length > 2) {
  try {
    main();
  } catch (error) {
    console.log((error as Error).stack, PackagesRefusal.name, (error as Error).constructor.name);
  }
}
`;

let root: string;
let compiled: string;

function write(path: string, text: string) {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** A project with one process, compiled. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sightread-bundles-'));
  compiled = join(root, 'node_modules/.cache/sightread/compiled-1');
  write('node_modules/greetings/index.js', packageCode);
  write('node_modules/greetings/greeting.txt', 'Hello');
  const { code } = transformSync(source, {
    loader: 'ts',
    sourcemap: 'inline',
    sourcefile: '../../../../../greeter/main.ts',
  });
  const inCompiled = (path: string) => join('node_modules/.cache/sightread/compiled-1', path);
  write(inCompiled('greeter/main.js'), code);
  write(inCompiled('greeter/punctuation.txt'), '!');
  write(inCompiled('package.json'), '{"type":"module"}');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function run(...args: string[]): string {
  const bundle = join(bundlesOf(compiled) ?? '', 'greeter.js');
  const { flags } = processes.greeter;
  return execFileSync(process.execPath, [...flags, runner, bundle, ...args], { encoding: 'utf8', cwd: tmpdir() });
}

describe('a bundle', { timeout }, () => {
  it('finds the files beside its packages and its sources, after a move of the project too', async () => {
    await ensureBundled(root, compiled, processes);
    const greeted = () => `Hello Ann! from ${join(root, 'node_modules/greetings/greeting.txt')}\n`;
    expect(run('Ann')).toBe(greeted());
    const moved = mkdtempSync(join(tmpdir(), 'sightread-bundles-'));
    execFileSync('cp', ['-r', `${root}/.`, moved]);
    rmSync(root, { recursive: true });
    compiled = compiled.replace(root, moved);
    root = moved;
    expect(run('Ann')).toBe(greeted());
  });

  it('has stack traces with the lines of the sources, and keeps the names of classes', async () => {
    await ensureBundled(root, compiled, processes);
    const printed = run('');
    expect(printed).toContain('Error: nobody to greet\n');
    expect(printed).toMatch(new RegExp(`at greet \\(${root}/greeter/main\\.ts:13:\\d+\\)`));
    expect(printed).toMatch(/ Refusal Refusal\n$/);
  });

  it('loads what V8 has compiled before', async () => {
    await ensureBundled(root, compiled, processes);
    const bundle = join(bundlesOf(compiled) ?? '', 'greeter.js');
    const script = `
      const { readFileSync } = require('node:fs');
      const cachedData = readFileSync('${bundle}.code');
      const { cachedDataRejected } = new (require('node:vm').Script)(readFileSync('${bundle}', 'latin1'), { cachedData });
      console.log(cachedDataRejected);`;
    const flags = processes.greeter.flags;
    expect(execFileSync(process.execPath, [...flags, '-e', script], { encoding: 'utf8' })).toBe('false\n');
  });
});

describe('ensureBundled', { timeout }, () => {
  it('bundles once for two starts at the same time', async () => {
    await Promise.all([1, 2].map(() => ensureBundled(root, compiled, processes)));
    expect(readdirSync(compiled).sort()).toEqual([bundlesName, 'greeter', 'package.json']);
  });

  it('begins anew where an earlier process was killed, and removes what that one has left', async () => {
    mkdirSync(join(compiled, `1-1-${bundlesName}`));
    writeFileSync(join(compiled, 'bundles.lock'), JSON.stringify({ pid: 2 ** 30, identity: 'dead' }));
    expect(bundlesOf(compiled)).toBeUndefined();
    await ensureBundled(root, compiled, processes);
    expect(readdirSync(compiled).sort()).toEqual([bundlesName, 'greeter', 'package.json']);
    expect(run('Ann')).toContain('Hello Ann!');
  });

  it('leaves nothing that looks finished where bundling fails', async () => {
    rmSync(join(compiled, 'greeter/main.js'));
    await expect(ensureBundled(root, compiled, processes)).rejects.toThrow();
    expect(bundlesOf(compiled)).toBeUndefined();
    expect(existsSync(join(compiled, 'bundles.lock'))).toBe(false);
  });
});
