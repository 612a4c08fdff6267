/** Runs one process of the stack: restarts it when it dies, and stops it together with everything it started. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Home } from '../home.ts';
import type { Terminal } from '../terminal.ts';
import { reasonOf, UserError } from '../userError.ts';
import { waitUntilReady } from './readiness.ts';
import { createRestartBackoff } from './restartBackoff.ts';
import { killRun, type ProcessRun, spawnRun } from './spawn.ts';
import type { ProcessSpec, SupervisedProcess } from './spec.ts';

interface Deps {
  readonly home: Home;
  readonly terminal: Terminal;
  /** Cancels the start. Once the process is ready, only `stop` stops it. */
  readonly signal?: AbortSignal | undefined;
}

const logTailLines = 12;
const logTailLineLength = 400;
const fatalSignals: readonly NodeJS.Signals[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGQUIT', 'SIGABRT', 'SIGSEGV'];

/** Starts the process and waits until it is ready. One that ends before it is ready is reported, not restarted. */
export async function superviseProcess(
  spec: ProcessSpec,
  { home, terminal, signal }: Deps,
): Promise<SupervisedProcess> {
  const supervisor = new Supervisor(spec, home, terminal);
  await supervisor.start(signal);
  return supervisor;
}

class Supervisor implements SupervisedProcess {
  readonly name: string;
  restarts = 0;
  readyMessage: unknown;
  readonly #spec: ProcessSpec;
  readonly #home: Home;
  readonly #terminal: Terminal;
  readonly #logPath: string;
  readonly #stopRequested = new AbortController();
  readonly #waiters = new Set<() => void>();
  #run: ProcessRun;
  #readyRun: ProcessRun | undefined;
  #stopped: Promise<void> | undefined;

  constructor(spec: ProcessSpec, home: Home, terminal: Terminal) {
    this.name = spec.name;
    this.#spec = spec;
    this.#home = home;
    this.#terminal = terminal;
    this.#logPath = join(home.logs, `${spec.name}.log`);
    this.#run = this.#spawn();
  }

  get pid(): number | undefined {
    return this.#run.hasEnded ? undefined : this.#run.child.pid;
  }

  async start(signal: AbortSignal | undefined): Promise<void> {
    const cancel = () => void this.stop();
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      await this.#becomeReady(this.#run);
    } catch (cause) {
      await this.stop({ now: true });
      signal?.throwIfAborted();
      throw new UserError(`${this.#spec.title} did not start: ${reasonOf(cause)}.${tailOf(this.#logPath)}`, { cause });
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
    void this.#restartUntilStopped();
  }

  kill(signal: NodeJS.Signals): void {
    if (fatalSignals.includes(signal)) this.#readyRun = undefined;
    this.#run.child.kill(signal);
  }

  async waitReady(): Promise<void> {
    const { signal } = this.#stopRequested;
    while (this.#readyRun === undefined || this.#readyRun.hasEnded) {
      if (signal.aborted) throw new Error(`${this.#spec.title} was stopped`);
      await new Promise<void>((resolve) => {
        this.#waiters.add(resolve);
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    }
  }

  stop({ now = false } = {}): Promise<void> {
    if (now && this.#stopped && !this.#run.hasEnded) killRun(this.#run, 'SIGKILL');
    this.#stopped ??= this.#stopRun(now);
    return this.#stopped;
  }

  async #stopRun(now: boolean): Promise<void> {
    this.#stopRequested.abort();
    const run = this.#run;
    if (!run.hasEnded && !now) {
      // Only to the process itself: it closes its own children in order. A paused process needs SIGCONT to react.
      run.child.kill(this.#spec.stopSignal ?? 'SIGTERM');
      run.child.kill('SIGCONT');
      await Promise.race([run.ended, sleep(this.#spec.graceMs, undefined, { ref: false })]);
    }
    if (!run.hasEnded) killRun(run, 'SIGKILL');
    await run.ended;
  }

  #spawn(): ProcessRun {
    return spawnRun(this.#spec, this.#home, this.#logPath);
  }

  async #becomeReady(run: ProcessRun): Promise<void> {
    this.readyMessage = await waitUntilReady(this.#spec, run, this.#stopRequested.signal);
    this.#readyRun = run;
    for (const wake of this.#waiters) wake();
    this.#waiters.clear();
  }

  async #restartUntilStopped(): Promise<void> {
    const { signal } = this.#stopRequested;
    const backoff = createRestartBackoff();
    for (;;) {
      const reason = await this.#run.ended;
      if (signal.aborted) return;
      const delayMs = backoff.nextDelayMs();
      this.#warn(`ended (${reason}); starting it again in ${delayMs / 1_000} s. Its log: ${this.#logPath}`);
      await sleep(delayMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      backoff.restarted();
      this.restarts += 1;
      this.#restart();
    }
  }

  /** After a failed spawn (such as while the log folder is missing), the next round of the restart loop tries again. */
  #restart(): void {
    let run: ProcessRun;
    try {
      run = this.#spawn();
    } catch (cause) {
      this.#warn(`could not be started: ${reasonOf(cause)}.`);
      return;
    }
    this.#run = run;
    this.#becomeReady(run).then(
      () => this.#terminal.print(`${this.#terminal.paint('green', '✓')} ${this.#spec.title} is back.`),
      // Killing a run that hangs lets the restart loop try again.
      () => run.hasEnded || killRun(run, 'SIGKILL'),
    );
  }

  #warn(text: string): void {
    this.#terminal.print(`${this.#terminal.paint('yellow', '!')} ${this.#spec.title} ${text}`);
  }
}

/** The end of the log, which usually contains the reason for a failed start. */
function tailOf(path: string): string {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n').slice(-logTailLines).filter(Boolean);
  return lines.length === 0
    ? ''
    : ` The end of its log, ${path}:\n${lines.map((line) => `  ${line.slice(0, logTailLineLength)}`).join('\n')}`;
}
