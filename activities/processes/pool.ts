import type { ChildProcess } from 'node:child_process';
import { type ForkOptions, forkProcess } from './fork.ts';
import type { FromProcess, ToProcess } from './protocol.ts';
import { createJobQueue } from './queue.ts';

export interface ProcessPoolOptions extends ForkOptions {
  processes: number;
  /** Native memory fragments, so a process that has grown above this is replaced between two tasks. */
  recycleAboveBytes: number;
  /** A process without work for this long ends. Without it, processes stay and are replaced at once. */
  idleTimeoutMs?: number;
}

export interface RunOptions {
  /** Counts from the moment a process is free. A process that takes longer is killed. */
  timeoutMs: number;
  /** Runs before everything that is not. */
  isUrgent?: boolean;
  /** Nobody waits any more: the task leaves the queue, or its process gets a last moment to end it. */
  signal?: AbortSignal | undefined;
}

export type ProcessEnd = 'time' | 'death' | 'start' | 'closed';

/** A task gave no answer, because its process exceeded a limit, died, could not be started, or the pool is closed. */
export class ProcessEnded extends Error {
  constructor(readonly reason: ProcessEnd) {
    super(`a process ended before its task was done: ${reason}`);
  }
}

/** The task itself failed. */
export class TaskFailed extends Error {}

export interface ProcessPool {
  /**
   * Runs an exported function of the task module. Rejects with a `ProcessEnded`, a `TaskFailed` with the message of what
   * the function threw, or the signal's reason.
   */
  run<T>(name: string, input: unknown, options: RunOptions): Promise<T>;
  /** Starts a process before the first task comes. */
  warm(): Promise<void>;
  /** The processes that are running, for metrics and tests. */
  pids(): number[];
  close(): Promise<void>;
}

interface Job {
  name: string;
  input: unknown;
  timeoutMs: number;
  resolve: (result: unknown) => void;
  reject: (reason: unknown) => void;
}

interface PoolProcess {
  child: ChildProcess;
  isReady: boolean;
  tasksDone: number;
  job?: Job;
  timer?: NodeJS.Timeout;
}

const recycleAfterTasks = 2_000;
const startTimeoutMs = 30_000;
/** A task that nobody waits for is nearly always done within this; killing its process would cost more. */
const abandonedTimeoutMs = 1_000;

/** Child processes for work on untrusted bytes: whatever a task does, the worker loses that task alone. */
export function createProcessPool(options: ProcessPoolOptions): ProcessPool {
  const { processes, recycleAboveBytes, idleTimeoutMs } = options;
  const running = new Set<PoolProcess>();
  const queue = createJobQueue<Job>();
  const awaitingStart: (() => void)[] = [];
  let isClosed = false;

  async function run<T>(name: string, input: unknown, options: RunOptions): Promise<T> {
    const { timeoutMs, isUrgent = false, signal } = options;
    if (isClosed) throw new ProcessEnded('closed');
    signal?.throwIfAborted();
    let onAbort = () => {};
    const result = new Promise<T>((resolve, reject) => {
      // The task module and its callers agree on the type of the result.
      const job: Job = { name, input, timeoutMs, resolve: resolve as Job['resolve'], reject };
      onAbort = () => abandon(job, signal?.reason);
      queue.push(job, { isUrgent });
    });
    signal?.addEventListener('abort', onAbort);
    dispatch();
    return result.finally(() => signal?.removeEventListener('abort', onAbort));
  }

  function abandon(job: Job, reason: unknown): void {
    job.reject(reason);
    if (queue.remove(job)) return;
    for (const each of running) if (each.job === job) setDeadline(each, abandonedTimeoutMs, 'time');
  }

  function dispatch(): void {
    for (const each of running) {
      if (queue.length === 0) return;
      if (each.isReady && each.job === undefined) assignJob(each);
    }
    const idle = [...running].filter(({ job }) => job === undefined).length;
    for (let missing = queue.length - idle; missing > 0 && running.size < processes; missing--) start();
  }

  function assignJob(to: PoolProcess): void {
    const job = queue.shift();
    if (job === undefined) return;
    to.job = job;
    to.child.ref();
    setDeadline(to, job.timeoutMs, 'time');
    to.child.send({ id: to.tasksDone, name: job.name, input: job.input } satisfies ToProcess);
  }

  function setDeadline(of: PoolProcess, ms: number, reason: ProcessEnd): void {
    clearTimeout(of.timer);
    of.timer = setTimeout(() => kill(of, reason), ms);
  }

  function start(): void {
    const started: PoolProcess = { child: forkProcess(options), isReady: false, tasksDone: 0 };
    running.add(started);
    setDeadline(started, startTimeoutMs, 'start');
    started.child.on('message', (message: FromProcess) => receive(started, message));
    started.child.on('error', () => kill(started, 'death'));
    started.child.on('exit', () => kill(started, 'death'));
  }

  function receive(from: PoolProcess, message: FromProcess): void {
    clearTimeout(from.timer);
    if ('ready' in message) {
      from.isReady = true;
      rest(from);
      for (const started of awaitingStart.splice(0)) started();
    } else {
      const { job } = from;
      delete from.job;
      from.tasksDone += 1;
      if ('result' in message) job?.resolve(message.result);
      else job?.reject(new TaskFailed(message.problem));
      const isWornOut = message.rss > recycleAboveBytes || from.tasksDone >= recycleAfterTasks;
      if (isWornOut) kill(from, 'closed');
      else rest(from);
    }
    dispatch();
  }

  /** Lets the worker exit while a process is idle, and an unused process end. */
  function rest(idle: PoolProcess): void {
    idle.child.unref();
    idle.child.channel?.unref();
    if (idleTimeoutMs === undefined) return;
    setDeadline(idle, idleTimeoutMs, 'closed');
    idle.timer?.unref();
  }

  /** Kills a process and rejects its job. A replacement is started right away, unless idle processes end. */
  function kill(ended: PoolProcess, reason: ProcessEnd): void {
    if (!running.delete(ended)) return;
    clearTimeout(ended.timer);
    ended.child.kill('SIGKILL');
    ended.job?.reject(new ProcessEnded(reason));
    for (const started of awaitingStart.splice(0)) started();
    // A process that fails to start is not replaced before the next task, so it cannot fail in a loop.
    if (!ended.isReady) rejectAll('start');
    else if (!isClosed && idleTimeoutMs === undefined) start();
    else if (!isClosed) dispatch();
  }

  function rejectAll(reason: ProcessEnd): void {
    for (const job of queue.clear()) job.reject(new ProcessEnded(reason));
  }

  return {
    run,
    warm() {
      if (isClosed || [...running].some(({ isReady }) => isReady)) return Promise.resolve();
      return new Promise((started) => {
        awaitingStart.push(started);
        if (running.size === 0) start();
      });
    },
    pids: () => [...running].flatMap(({ child }) => child.pid ?? []),
    async close() {
      isClosed = true;
      for (const each of [...running]) kill(each, 'closed');
      rejectAll('closed');
    },
  };
}
