/** One life of a part, from its start to its end; the part itself may have several. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, createWriteStream, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Home } from '../home.ts';
import { recordProcess } from './orphans.ts';
import { killDescendants, sendSignal, tokenVariable } from './descendants.ts';
import type { ProcessSpec } from './supervisor.ts';

export interface ProcessRun {
  readonly child: ChildProcess;
  readonly token: string;
  /** How it ended, in words; never rejects. */
  readonly ended: Promise<string>;
  /** Set when it has ended. */
  hasEnded: boolean;
}

export function spawnRun(plan: ProcessSpec, home: Home, logPath: string): ProcessRun {
  const token = randomUUID();
  const speaks = plan.probe === undefined;
  const logFd = openSync(logPath, 'a');
  const output = plan.onLine ? 'pipe' : logFd;
  const child = spawn(plan.command, plan.args, {
    cwd: plan.cwd,
    env: { ...plan.env, [tokenVariable]: token },
    stdio: ['ignore', output, output, ...(speaks ? (['ipc'] as const) : [])],
    // A process group of its own: the terminal's Ctrl-C reaches the supervisor alone, which then stops the parts in order.
    detached: true,
  });
  closeSync(logFd);
  const forget = child.pid === undefined ? () => {} : recordProcess(home.run, plan.name, child.pid, token);
  if (plan.onLine) copyLines(child, logPath, plan.onLine);

  const life: ProcessRun = {
    child,
    token,
    hasEnded: false,
    ended: new Promise<string>((resolve) => {
      // Also emitted when a signal or message could not be sent: only a process that never was has ended by it.
      child.on('error', (error) => child.pid === undefined && resolve(error.message));
      child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
    }).then((how) => {
      life.hasEnded = true;
      killDescendants(token);
      forget();
      return how;
    }),
  };
  return life;
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

export function killRun(life: ProcessRun, signal: NodeJS.Signals): void {
  if (life.child.pid === undefined) return;
  sendSignal(-life.child.pid, signal);
  killDescendants(life.token);
}
