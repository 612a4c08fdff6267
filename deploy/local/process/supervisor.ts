/** One part of the stack: a process that is watched, started again when it dies, and stopped with everything it started. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Home } from '../home.ts';
import type { Terminal } from '../terminal.ts';
import { UserError, reasonOf } from '../userError.ts';
import { waitUntilReady } from './readiness.ts';
import { spawnRun, killRun, type ProcessRun } from './spawn.ts';

export interface ProcessSpec {
  /** In records and log file names. */
  readonly name: string;
  /** In sentences. */
  readonly title: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Asks for an orderly end; default SIGTERM. */
  readonly stopSignal?: NodeJS.Signals;
  /** From then to SIGKILL. */
  readonly graceMs: number;
  readonly readyTimeoutMs: number;
  /** How a server shows that it serves: asked again until it does not throw. Without it the part says so over its channel. */
  readonly probe?: () => Promise<void>;
  /** Sees each line the part prints; the log file gets them all the same. */
  readonly onLine?: (line: string) => void;
}

export interface SupervisedProcess {
  readonly name: string;
  /** Of the process that runs now; undefined between two. */
  readonly pid: number | undefined;
  /** How often it had to be started again. */
  readonly restarts: number;
  /** What the part said when it was ready, where it speaks. */
  readonly readyMessage: unknown;
  /** As an accident would: the part comes back by itself if that ends it. */
  kill(signal: NodeJS.Signals): void;
  /** Resolves once the part serves; after a `kill`, once it serves again. */
  waitReady(): Promise<void>;
  /** `now` leaves no time for an orderly end. */
  stop(options?: { now?: boolean }): Promise<void>;
}

const firstDelayMs = 500;
const longestDelayMs = 30_000;
/** A life longer than this was a good one: the next restart does not pay for earlier ones. */
const goodLifeMs = 60_000;
const endingSignals: readonly NodeJS.Signals[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGQUIT', 'SIGABRT', 'SIGSEGV'];

interface SupervisorDeps {
  readonly home: Home;
  readonly terminal: Terminal;
  /** Calls the start off; a part that is up is stopped by `stop`. */
  readonly signal?: AbortSignal | undefined;
}

/** Starts the part and waits until it serves. One that ends before it ever served is a fault to report, not to retry. */
export async function superviseProcess(plan: ProcessSpec, { home, terminal, signal }: SupervisorDeps): Promise<SupervisedProcess> {
  const logPath = join(home.logs, `${plan.name}.log`);
  const stopAsked = new AbortController();
  let life = spawnRun(plan, home, logPath);
  let readyLife: ProcessRun | undefined;
  let readyMessage: unknown;
  let restarts = 0;
  let stopped: Promise<void> | undefined;
  const waiting = new Set<() => void>();

  async function becomeReady(candidate: ProcessRun) {
    const message = await waitUntilReady(plan, candidate, stopAsked.signal);
    readyMessage = message;
    readyLife = candidate;
    for (const wake of waiting) wake();
    waiting.clear();
  }

  /** Nothing where the machine does not let it begin, such as when its folder is gone; the next turn tries again. */
  function tryToBegin() {
    try {
      return spawnRun(plan, home, logPath);
    } catch (cause) {
      terminal.print(`${terminal.paint('yellow', '!')} ${plan.title} could not be started: ${reasonOf(cause)}.`);
      return undefined;
    }
  }

  async function supervise() {
    let delayMs = firstDelayMs;
    let since = Date.now();
    for (;;) {
      const how = await life.ended;
      if (stopAsked.signal.aborted) return;
      if (Date.now() - since > goodLifeMs) delayMs = firstDelayMs;
      terminal.print(
        `${terminal.paint('yellow', '!')} ${plan.title} ended (${how}); starting it again in ${delayMs / 1_000} s. Its log: ${logPath}`,
      );
      await sleep(delayMs, undefined, { signal: stopAsked.signal }).catch(() => {});
      if (stopAsked.signal.aborted) return;
      delayMs = Math.min(delayMs * 2, longestDelayMs);
      since = Date.now();
      restarts += 1;
      const next = tryToBegin();
      if (!next) continue;
      life = next;
      becomeReady(next).then(
        () => terminal.print(`${terminal.paint('green', '✓')} ${plan.title} is back.`),
        // One that hangs instead of coming up is ended, so that the next turn of this loop tries again.
        () => next.hasEnded || killRun(next, 'SIGKILL'),
      );
    }
  }

  async function stop(now: boolean) {
    stopAsked.abort();
    const last = life;
    if (!last.hasEnded && !now) {
      // Only the process itself: what it started is its own to close in order. A paused one has to wake up to hear it.
      last.child.kill(plan.stopSignal ?? 'SIGTERM');
      last.child.kill('SIGCONT');
      await Promise.race([last.ended, sleep(plan.graceMs, undefined, { ref: false })]);
    }
    if (!last.hasEnded) killRun(last, 'SIGKILL');
    await last.ended;
  }

  const part: SupervisedProcess = {
    name: plan.name,
    get pid() {
      return life.hasEnded ? undefined : life.child.pid;
    },
    get restarts() {
      return restarts;
    },
    get readyMessage() {
      return readyMessage;
    },
    kill(signal) {
      if (endingSignals.includes(signal)) readyLife = undefined;
      life.child.kill(signal);
    },
    async waitReady() {
      while (readyLife === undefined || readyLife.hasEnded) {
        if (stopAsked.signal.aborted) throw new Error(`${plan.title} was stopped`);
        await new Promise<void>((resolve) => {
          waiting.add(resolve);
          stopAsked.signal.addEventListener('abort', () => resolve(), { once: true });
        });
      }
    },
    stop: ({ now = false } = {}) => {
      if (now && stopped && !life.hasEnded) killRun(life, 'SIGKILL');
      stopped ??= stop(now);
      return stopped;
    },
  };

  const calledOff = () => void part.stop();
  signal?.addEventListener('abort', calledOff, { once: true });
  try {
    await becomeReady(life);
  } catch (cause) {
    await part.stop({ now: true });
    signal?.throwIfAborted();
    throw new UserError(`${plan.title} did not start: ${reasonOf(cause)}.${tailOf(logPath)}`, { cause });
  } finally {
    signal?.removeEventListener('abort', calledOff);
  }
  void supervise();
  return part;
}

/** The end of a part's log, where the reason of a failed start usually is. */
function tailOf(path: string): string {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n').slice(-12).filter(Boolean);
  return lines.length === 0
    ? ''
    : ` The end of its log, ${path}:\n${lines.map((line) => `  ${line.slice(0, 400)}`).join('\n')}`;
}
