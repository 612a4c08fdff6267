/** `npm test`: provides the programs that the tests need, runs the tests, and prints the totals. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { compiledVariable, ensureCompiled } from '../../build/cache.mjs';
import { ensureBundled } from '../bundles/ensureBundled.mjs';
import { listenForStop } from '../process/stopSignals.ts';
import { projectRoot } from '../project.ts';
import { type BinaryName, provisionBinaries } from '../provision/binaries.ts';
import { createTerminal, type Terminal } from '../terminal.ts';
import { reasonOf } from '../userError.ts';
import { type Lane, testSteps } from './testLanes.ts';
import { addUp, type Tally, tallyOf } from './testTally.ts';

/**
 * Arguments select tests, as in `npm test -- test/deploy`. `--all` runs every project, those included that take minutes
 * per test (`npm run test:long`, `npm run test:chaos`) or are about the programs of others (`npm run test:conformance`),
 * then `npm run lint`, `npm run test:clients` and `npm run test:fuzz`.
 */
export async function main(args: readonly string[]): Promise<number> {
  const terminal = createTerminal(process.stdout, process.env);
  const { requested: signal } = listenForStop();
  const runsAll = args[0] === '--all';
  const compiled = await ensureCompiled(projectRoot);
  const env = {
    ...process.env,
    [compiledVariable]: compiled,
    ...(selectsOnlyUnitTests(args) ? {} : await provide()),
  };

  /** The programs that tests start; returns the variables by which tests find them. */
  async function provide(): Promise<NodeJS.ProcessEnv> {
    const { chromium } = await provisionBinaries(['mongod', 'temporal', 'minio', 'chromium'], {
      terminal,
      env: process.env,
      signal,
    });
    await provisionIfPossible(['nginx'], terminal, signal);
    if (runsAll || args.includes('long'))
      await provisionIfPossible(['postgres', 'temporalServer', 'temporalSqlTool'], terminal, signal);
    // Tests start and kill dozens of our processes. From a bundle, each takes a third less CPU until it is ready.
    await ensureBundled(projectRoot, compiled);
    return chromium ? { CHROMIUM_PATH: chromium } : {};
  }

  const tallies: Tally[] = [];
  /** One after the other. Each counts as one test. */
  async function runScripts(scripts: readonly string[]) {
    for (const script of scripts) {
      const code = await runByLines('npm', ['run', '--silent', script], env, signal);
      const isGood = code === 0;
      terminal.print(`${isGood ? terminal.paint('green', '✓') : terminal.paint('red', '✗')} npm run ${script}`);
      tallies.push({
        passed: isGood ? 1 : 0,
        failed: isGood ? 0 : 1,
        skipped: 0,
        failures: isGood ? [] : [`npm run ${script}`],
      });
      signal.throwIfAborted();
    }
  }
  async function runTests() {
    for (const lanes of testSteps(args)) {
      await Promise.all(lanes.map((lane) => runLane(lane, lanes.length > 1)));
      signal.throwIfAborted();
    }
  }
  async function runLane(lane: Lane, isOneOfSeveral: boolean) {
    for (const selection of lane) {
      if (signal.aborted) return;
      tallies.push(await runVitest(selection, env, signal, isOneOfSeveral));
    }
  }
  await runTests();
  await runScripts(runsAll ? ['lint', 'test:clients', 'test:fuzz'] : []);

  const { passed, failed, skipped, failures } = addUp(tallies);
  // Again at the end: lanes print side by side, and a log is often cut to its last lines.
  for (const failure of failures) terminal.print(`${terminal.paint('red', '✗')} ${failure}`);
  if (skipped > 0) terminal.print(`${skipped} skipped (each prints the reason above)`);
  terminal.print(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

/** `npm run test:unit`, whose tests start none of the servers and none of our processes. */
function selectsOnlyUnitTests(args: readonly string[]): boolean {
  const projects = args.filter((_, at) => args[at - 1] === '--project');
  return projects.length > 0 && projects.every((name) => name === 'unit');
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

async function runVitest(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
  isOneOfSeveral: boolean,
): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'sightread-test-'));
  const report = join(folder, 'report.json');
  try {
    const script = join(projectRoot, 'node_modules/vitest/vitest.mjs');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    // Those that run side by side print whole lines, and no live summary.
    const run = isOneOfSeveral ? runByLines : runVisibly;
    const code = await run(process.execPath, [script, 'run', ...reporters, ...args], env, signal);
    return tallyOf(report, code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Run = (command: string, args: readonly string[], env: NodeJS.ProcessEnv, signal: AbortSignal) => Promise<number>;

/** Runs a command that prints to our terminal; resolves to its exit code. */
const runVisibly: Run = (command, args, env, signal) =>
  ended(spawn(command, args, { cwd: projectRoot, env, stdio: ['ignore', 'inherit', 'inherit'] }), signal);

/** The same, for commands that run side by side. */
const runByLines: Run = (command, args, env, signal) => {
  const colors = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const child = spawn(command, args, {
    cwd: projectRoot,
    env: { ...env, ...colors },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => console.log(line));
  return ended(child, signal);
};

function ended(child: ChildProcess, signal: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    const stop = () => child.kill('SIGTERM');
    signal.addEventListener('abort', stop, { once: true });
    child.once('error', reject);
    // All that it has printed was read by then.
    child.once('close', (code) => {
      signal.removeEventListener('abort', stop);
      resolve(code ?? 1);
    });
  });
}
