import { EventEmitter } from 'node:events';
import pLimit from 'p-limit';
import { Piscina } from 'piscina';

interface ThreadPoolOptions {
  /** The URL of the module whose functions the threads run. */
  task: URL;
  threads: number;
  /** Counts from the moment the function begins. A thread that takes longer is terminated. */
  timeoutMs: number;
  /** The heap of one thread. */
  memoryLimitMb?: number;
  /** Keeps one thread ready from the start. Without it the first call waits for one, and none stays idle. */
  isWarm?: boolean;
  /** All calls go to one thread, unless one has waited for this long: each thread has a copy of the code, and a heap. */
  patienceMs?: number | undefined;
}

/** For a thread to load its code. */
const startTimeoutMs = 60_000;
/** A new thread costs half a second of CPU, which a caller waits for, and its code is slow at first. */
const idleTimeoutMs = 300_000;

/** A thread was terminated because it exceeded a limit. */
export class ThreadTerminated extends Error {
  constructor(
    readonly reason: 'time' | 'memory',
    options: { cause: unknown },
  ) {
    super(`a thread was terminated: it exceeded its ${reason} limit`, options);
  }
}

interface RunOptions {
  signal?: AbortSignal | undefined;
  /** Memory of the input that the thread takes over, instead of getting a copy. */
  transfer?: readonly ArrayBuffer[];
}

export interface ThreadPool {
  /**
   * Runs an exported function of the task module. Rejects with a `ThreadTerminated`, the signal's reason, or what the
   * function threw.
   */
  run<T>(name: string, input: unknown, options?: RunOptions): Promise<T>;
  close(): Promise<void>;
}

/** Worker threads for CPU-bound work: it neither blocks the event loop nor brings the process down. */
export function createThreadPool(options: ThreadPoolOptions): ThreadPool {
  const { task, threads, timeoutMs, memoryLimitMb = 512, isWarm = false, patienceMs } = options;
  const pool = new Piscina({
    filename: new URL('./entry.mjs', import.meta.url).href,
    workerData: { moduleUrl: task.href },
    minThreads: isWarm ? 1 : 0,
    maxThreads: threads,
    idleTimeout: idleTimeoutMs,
    resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb, stackSizeMb: 4 },
  });
  // Calls queue here and not in the pool, because time in the pool's queue would count towards the timeout.
  const limitConcurrency = createLimit(threads, patienceMs);

  return {
    run: (name, input, { signal, transfer = [] } = {}) =>
      limitConcurrency(async () => {
        signal?.throwIfAborted();
        const limit = createRunLimit(timeoutMs, signal);
        try {
          return await pool.run(
            { name, input, begin: limit.begin },
            { signal: limit.abort, transferList: [...transfer] },
          );
        } catch (cause) {
          signal?.throwIfAborted();
          if (limit.isExceeded()) throw new ThreadTerminated('time', { cause });
          if (isOutOfMemory(cause)) throw new ThreadTerminated('memory', { cause });
          throw cause;
        } finally {
          limit.clear();
        }
      }),
    close: () => pool.destroy(),
  };
}

/**
 * Limits the calls that run at once. With `patienceMs` that is one call; when one has waited that long, all threads are
 * used until none waits.
 */
function createLimit(threads: number, patienceMs: number | undefined): <T>(call: () => Promise<T>) => Promise<T> {
  if (patienceMs === undefined) return pLimit(threads);
  const limit = pLimit(1);
  return (call) => {
    const timer = setTimeout(() => {
      limit.concurrency = threads;
    }, patienceMs);
    return limit(() => {
      clearTimeout(timer);
      if (limit.pendingCount === 0) limit.concurrency = 1;
      return call();
    });
  };
}

/**
 * Aborts a function with the caller's signal, or after a time limit that begins with the function: on a busy machine the
 * start of a thread, which loads its code, can take longer than the function may.
 */
function createRunLimit(timeoutMs: number, signal: AbortSignal | undefined) {
  // The pool takes either, and an abort signal of its own for each page, joined to the caller's, costs ten times as much.
  const abort = new EventEmitter();
  const stop = () => abort.emit('abort');
  signal?.addEventListener('abort', stop, { once: true });
  let hasTimedOut = false;
  /** The thread writes here when the function begins, in milliseconds since 1970. */
  const begin = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));
  const created = Date.now();
  let timer = setTimeout(check, timeoutMs);
  let pendingAbort: NodeJS.Immediate | undefined;
  function check(): void {
    const [begunAt = 0] = begin;
    const leftMs = begunAt > 0 ? begunAt + timeoutMs - Date.now() : created + startTimeoutMs - Date.now();
    // After a stall of this thread the result may have come in time and wait behind this timer.
    if (leftMs <= 0) pendingAbort = setImmediate(exceed);
    else timer = setTimeout(check, Math.min(leftMs, timeoutMs));
  }
  function exceed(): void {
    hasTimedOut = true;
    stop();
  }
  function clear(): void {
    clearTimeout(timer);
    clearImmediate(pendingAbort);
    signal?.removeEventListener('abort', stop);
  }
  return { begin, abort, isExceeded: () => hasTimedOut, clear };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
