import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import pLimit from 'p-limit';
import { Piscina } from 'piscina';
import { Failure } from '../../contracts/failures.ts';
import type { Checked, CheckTask, Declared, DeclareTask, GroundTask, Outcome, Task } from './task.ts';

export interface Threads {
  declare(task: DeclareTask, signal: AbortSignal): Promise<Declared>;
  check(task: CheckTask, signal: AbortSignal): Promise<Checked>;
  ground(task: GroundTask, signal: AbortSignal): Promise<{ at: string; nullable: boolean }[]>;
  close(): Promise<void>;
}

/** From TypeScript sources (tsx, vitest) the threads need the same loader as this one. */
const source = (): { filename: string; execArgv: string[] } => {
  const isSource = import.meta.url.endsWith('.ts');
  const loader = isSource ? pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href : undefined;
  return {
    filename: new URL(`./task.${isSource ? 'ts' : 'js'}`, import.meta.url).href,
    execArgv: loader ? ['--import', loader] : [],
  };
};

/**
 * Pages and callers' schemas are worked on where they can do no harm: a pattern that never ends, or a schema that
 * multiplies, ends with its thread when the time is up.
 */
export const createThreads = ({
  threads,
  timeLimitMs = 10_000,
  memoryLimitMb = 512,
}: {
  threads: number;
  timeLimitMs?: number;
  memoryLimitMb?: number;
}): Threads => {
  const pool = new Piscina({
    ...source(),
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb, stackSizeMb: 4 },
  });
  // The time limit begins when a thread is free, not while waiting for one.
  const turn = pLimit(threads);

  const run = <T>(task: Task, signal: AbortSignal): Promise<T> =>
    turn(async () => {
      signal.throwIfAborted();
      const limit = AbortSignal.timeout(timeLimitMs);
      try {
        const outcome: Outcome<T> = await pool.run(task, { signal: AbortSignal.any([signal, limit]) });
        if ('result' in outcome) return outcome.result;
        throw new Failure('InvalidRequest', `\`schema\` cannot be used: ${outcome.unusable}.`);
      } catch (cause) {
        signal.throwIfAborted();
        if (limit.aborted || isOutOfMemory(cause))
          throw new Failure(
            'NoData',
            'Checking this page against `schema` took too long; a simpler schema or pattern may do.',
            { cause },
          );
        throw cause;
      }
    });

  return {
    declare: (task, signal) => run({ declare: task }, signal),
    check: (task, signal) => run({ check: task }, signal),
    ground: (task, signal) => run({ ground: task }, signal),
    close: () => pool.destroy(),
  };
};

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
