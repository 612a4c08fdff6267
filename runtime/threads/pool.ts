import pLimit from 'p-limit';
import { Piscina } from 'piscina';

interface ThreadPoolOptions {
  /** The URL of the module whose functions the threads run. */
  task: URL;
  threads: number;
  /** Counts from the moment a thread is free. A thread that takes longer is terminated. */
  timeoutMs: number;
  /** The heap of one thread. */
  memoryLimitMb?: number;
  /** Keeps one thread ready from the start. Without it the first call waits for one, and none stays idle. */
  isWarm?: boolean;
}

/** A thread was terminated because it exceeded a limit. */
export class ThreadTerminated extends Error {
  constructor(
    readonly reason: 'time' | 'memory',
    options: { cause: unknown },
  ) {
    super(`a thread was terminated: it exceeded its ${reason} limit`, options);
  }
}

export interface ThreadPool {
  /**
   * Runs an exported function of the task module. Rejects with a `ThreadTerminated`, the signal's reason, or what the
   * function threw.
   */
  run<T>(name: string, input: unknown, signal?: AbortSignal): Promise<T>;
  close(): Promise<void>;
}

/** Worker threads for CPU-bound work: it neither blocks the event loop nor brings the process down. */
export function createThreadPool(options: ThreadPoolOptions): ThreadPool {
  const { task, threads, timeoutMs, memoryLimitMb = 512, isWarm = false } = options;
  const pool = new Piscina({
    filename: new URL('./entry.mjs', import.meta.url).href,
    workerData: { moduleUrl: task.href },
    minThreads: isWarm ? 1 : 0,
    maxThreads: threads,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb, stackSizeMb: 4 },
  });
  // Calls queue here and not in the pool, because time in the pool's queue would count towards the timeout.
  const limitConcurrency = pLimit(threads);

  return {
    run: (name, input, signal) =>
      limitConcurrency(async () => {
        signal?.throwIfAborted();
        const timeout = AbortSignal.timeout(timeoutMs);
        try {
          return await pool.run({ name, input }, { signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
        } catch (cause) {
          signal?.throwIfAborted();
          if (timeout.aborted) throw new ThreadTerminated('time', { cause });
          if (isOutOfMemory(cause)) throw new ThreadTerminated('memory', { cause });
          throw cause;
        }
      }),
    close: () => pool.destroy(),
  };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
