/** Runs one bench in a process of its own and keeps its result. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { rowsFileVariable } from './printTable.ts';
import { keepResult } from './report/result.ts';
import type { Row } from './row.ts';

/** How long the last output of a bench may take to arrive after it has exited. */
const lastErrorsMs = 2_000;

const entry = fileURLToPath(new URL('../../deploy/local/run.mjs', import.meta.url));

/** How a bench process ends if it has measured everything. Any other end is a failure. */
export const measuredExitCodes = { reached: 0, missed: 3 } as const;

/** Whether it was measured and every target reached. A bench that fails is a result that says so. */
export async function runBench(bench: string): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'sightread-bench-rows-'));
  const file = join(folder, 'rows');
  writeFileSync(file, '');
  // Now, because the next commit may come while it runs.
  const commit = measuredCommit();
  try {
    const child = spawn(process.execPath, [entry, 'bench', '--measure', bench], {
      stdio: ['ignore', 'inherit', 'pipe'],
      env: { ...process.env, [rowsFileVariable]: file },
    });
    let lastErrors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      process.stderr.write(text);
      lastErrors = (lastErrors + text).slice(-4_000);
    });
    const isReadToTheEnd = once(child.stderr, 'close');
    const [code] = await once(child, 'exit');
    // A process that a broken bench leaves behind holds the pipe open for good.
    await Promise.race([isReadToTheEnd, sleep(lastErrorsMs)]);
    child.stderr.destroy();
    const rows = readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line): Row => JSON.parse(line));
    const isMeasured = code === measuredExitCodes.reached || code === measuredExitCodes.missed;
    const failure = isMeasured ? undefined : (errorIn(lastErrors) ?? `it ended with ${code}`);
    keepResult({ bench, rows, commit, ...(failure && { failure }) });
    return code === measuredExitCodes.reached;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The message of the last error, without its stack. */
function errorIn(printed: string): string | undefined {
  return printed.match(/^(?:\w*Error|\w*Failed)\b.*$/gm)?.at(-1);
}

/** Says so where files differ from the commit, those of the results aside. */
function measuredCommit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  try {
    const changed = git('status', '--porcelain', '--', '.', ':!docs/benchmarks', ':!BENCHMARKS.md');
    return `${git('rev-parse', '--short', 'HEAD')}${changed && ' with changes'}`;
  } catch {
    return 'unknown';
  }
}
