/** `npm test`: provides the programs that the tests need, runs the lint steps and the tests, and prints the totals. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listenForStop } from '../process/stopSignals.ts';
import { projectRoot } from '../project.ts';
import { type BinaryName, provisionBinaries } from '../provision/binaries.ts';
import { createTerminal, type Terminal } from '../terminal.ts';
import { reasonOf } from '../userError.ts';
import { addUp, type Tally, tallyOf } from './testTally.ts';

/** Without the projects that take minutes per test: `npm run test:long` and `npm run test:chaos`. */
const defaultProjects = ['unit', 'component', 'storage', 'e2e', 'deploy'].flatMap((name) => ['--project', name]);

/**
 * Arguments select tests, as in `npm test -- test/deploy`, and skip the lint steps. `--all` runs the lint steps and
 * every project, the long ones included, and `npm run test:fuzz`.
 */
export async function main(args: readonly string[]): Promise<number> {
  const terminal = createTerminal(process.stdout, process.env);
  const { requested: signal } = listenForStop();
  const binaries = await provisionBinaries(['mongod', 'temporal', 'minio', 'chromium'], {
    terminal,
    env: process.env,
    signal,
  });
  await provisionIfPossible(['nginx'], terminal, signal);
  const runsAll = args[0] === '--all';
  if (runsAll || args.includes('long'))
    await provisionIfPossible(['postgres', 'temporalServer', 'temporalSqlTool'], terminal, signal);
  const env = { ...process.env, ...(binaries.chromium ? { CHROMIUM_PATH: binaries.chromium } : {}) };

  const tallies: Tally[] = [];
  /** Counts as one test. */
  async function runScript(script: string) {
    terminal.print(terminal.paint('bold', `npm run ${script}`));
    const code = await runVisibly('npm', ['run', '--silent', script], env, signal);
    terminal.print(
      code === 0 ? `${terminal.paint('green', '✓')} ${script}` : `${terminal.paint('red', '✗')} ${script}`,
    );
    tallies.push({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 });
    signal.throwIfAborted();
  }
  for (const script of runsAll || args.length === 0 ? lintScripts() : []) await runScript(script);
  const selected = args.length > 0 ? args : defaultProjects;
  tallies.push(await runVitest(runsAll ? [] : selected, env, signal));
  signal.throwIfAborted();
  if (runsAll) await runScript('test:fuzz');

  const { passed, failed, skipped } = addUp(tallies);
  if (skipped > 0) terminal.print(`${skipped} skipped (each prints the reason above)`);
  terminal.print(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

/** For programs that only some tests need: without the program, those tests print a reason and are skipped. */
async function provisionIfPossible(
  names: readonly BinaryName[],
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  try {
    await provisionBinaries(names, { terminal, env: process.env, signal });
  } catch (cause) {
    signal.throwIfAborted();
    terminal.print(`${terminal.paint('yellow', '!')} ${reasonOf(cause)}`);
  }
}

/** The steps of the `lint` script. */
function lintScripts(): string[] {
  const { scripts = {} }: { scripts?: Record<string, string> } = JSON.parse(
    readFileSync(join(projectRoot, 'package.json'), 'utf8'),
  );
  return scripts['lint']?.match(/lint:\w+/g) ?? [];
}

async function runVitest(args: readonly string[], env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'sightread-test-'));
  const report = join(folder, 'report.json');
  try {
    const script = join(projectRoot, 'node_modules/vitest/vitest.mjs');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const code = await runVisibly(process.execPath, [script, 'run', ...reporters, ...args], env, signal);
    return tallyOf(report, code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a command that prints to our terminal; resolves to its exit code. */
function runVisibly(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: projectRoot, env, stdio: ['ignore', 'inherit', 'inherit'] });
    const stop = () => child.kill('SIGTERM');
    signal.addEventListener('abort', stop, { once: true });
    child.once('error', reject);
    child.once('exit', (code) => {
      signal.removeEventListener('abort', stop);
      resolve(code ?? 1);
    });
  });
}
