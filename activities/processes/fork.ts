import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface ForkOptions {
  /** The URL of the module whose functions the processes run. */
  task: URL;
  /** A process kills itself when it uses more memory than this, even in the middle of a task. */
  memoryBytes: number;
  /** The part of that memory which JavaScript objects may use. */
  heapMb: number;
}

/** Starts a process of a pool. */
export function forkProcess({ task, memoryBytes, heapMb }: ForkOptions): ChildProcess {
  return fork(fileURLToPath(new URL('./entry.mjs', import.meta.url)), [task.href, String(memoryBytes)], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${heapMb}`],
    // The process gets none of the worker's secrets. Few malloc arenas return freed memory to the system.
    env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}
