import pLimit from 'p-limit';
import { Piscina } from 'piscina';

export interface PoolOptions {
  /** The module whose functions the threads run, as a URL. */
  task: URL;
  threads: number;
  /** Work that takes longer is given up, and its thread with it. */
  timeLimitMs: number;
  /** Heap of one thread. */
  memoryLimitMb?: number;
}

/** Why a thread did not come to an end: it was ended, because it took too long or too much. */
export class ThreadEnded extends Error {
  constructor(
    readonly reason: 'time' | 'memory',
    options: { cause: unknown },
  ) {
    super(`a thread was ended: it took too much ${reason}`, options);
  }
}

export interface ThreadPool {
  /** Runs a function of the task's; rejects with a `ThreadEnded`, the signal's reason, or what the function threw. */
  run<T>(step: string, input: unknown, signal?: AbortSignal): Promise<T>;
  close(): Promise<void>;
}

/** Threads for work that no event loop should wait for, and that must not take its process down. */
export function createThreadPool({ task, threads, timeLimitMs, memoryLimitMb = 512 }: PoolOptions): ThreadPool {
  const pool = new Piscina({
    filename: new URL('./entry.mjs', import.meta.url).href,
    workerData: { task: task.href },
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb, stackSizeMb: 4 },
  });
  // The pool's own queue would count waiting as working: the time limit begins when a thread is free.
  const turn = pLimit(threads);

  return {
    run: (step, input, signal) =>
      turn(async () => {
        signal?.throwIfAborted();
        const limit = AbortSignal.timeout(timeLimitMs);
        try {
          return await pool.run({ step, input }, { signal: signal ? AbortSignal.any([signal, limit]) : limit });
        } catch (cause) {
          signal?.throwIfAborted();
          if (limit.aborted) throw new ThreadEnded('time', { cause });
          if (isOutOfMemory(cause)) throw new ThreadEnded('memory', { cause });
          throw cause;
        }
      }),
    close: () => pool.destroy(),
  };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
