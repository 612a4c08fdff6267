/** One run of a supervised process, from spawn to exit. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, createWriteStream, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { heldStartVariable, startMessage } from '../../../runtime/heldStart.ts';
import type { Home } from '../home.ts';
import { killDescendants, sendSignal, tokenVariable } from './descendants.ts';
import { recordProcess } from './orphans.ts';
import type { ProcessSpec } from './spec.ts';

export interface ProcessRun {
  readonly child: ChildProcess;
  /** Marks the process and its descendants (descendants.ts). */
  readonly token: string;
  /** Resolves to the exit code or signal, in words; never rejects. */
  readonly ended: Promise<string>;
  hasEnded: boolean;
}

export function spawnRun(spec: ProcessSpec, home: Home, logPath: string): ProcessRun {
  const token = randomUUID();
  const usesIpc = spec.probe === undefined;
  const logFd = openSync(logPath, 'a');
  const output = spec.onLine ? 'pipe' : logFd;
  const child = spawn(spec.command, spec.args, {
    cwd: spec.cwd,
    env: { ...spec.env, [tokenVariable]: token, ...(spec.startWhen && { [heldStartVariable]: '1' }) },
    stdio: ['ignore', output, output, ...(usesIpc ? (['ipc'] as const) : [])],
    // A process group of its own: Ctrl-C reaches only the supervisor, which then stops the processes in order.
    detached: true,
  });
  closeSync(logFd);
  // If it never comes about, whoever waits for the process stops it.
  spec.startWhen?.then(() => child.connected && child.send(startMessage)).catch(() => {});
  const removeRecord = child.pid === undefined ? () => {} : recordProcess(home.run, spec.name, child.pid, token);
  if (spec.onLine) copyLines(child, logPath, spec.onLine);

  const run: ProcessRun = {
    child,
    token,
    hasEnded: false,
    ended: exitReasonOf(child).then((reason) => {
      run.hasEnded = true;
      killDescendants(token);
      removeRecord();
      return reason;
    }),
  };
  return run;
}

function exitReasonOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    // The event also reports a signal or message that could not be sent; only without a pid did the spawn itself fail.
    child.on('error', (error) => child.pid === undefined && resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
}

function copyLines(child: ChildProcess, logPath: string, onLine: (line: string) => void): void {
  const log = createWriteStream(logPath, { flags: 'a' });
  log.on('error', () => {}); // a full disk must not end the supervisor
  let open = 0;
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    open += 1;
    const lines = createInterface({ input: stream });
    lines.on('line', (line) => {
      log.write(`${line}\n`);
      onLine(line);
    });
    lines.on('close', () => {
      open -= 1;
      if (open === 0) log.end();
    });
  }
}

/** Signals the process group, and kills the descendants that have left it. */
export function killRun(run: ProcessRun, signal: NodeJS.Signals): void {
  if (run.child.pid === undefined) return;
  sendSignal(-run.child.pid, signal);
  killDescendants(run.token);
}
