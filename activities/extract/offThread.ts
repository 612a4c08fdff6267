import { Failure } from '../../contracts/failures.ts';
import { createThreadPool, ThreadEnded } from '../threads/pool.ts';
import type { Checked, CheckTask, Declared, DeclareTask, GroundTask, Outcome } from './task.ts';

interface ThreadSettings {
  threads: number;
  timeLimitMs?: number;
  memoryLimitMb?: number;
}

export interface Threads {
  declare(task: DeclareTask, signal: AbortSignal): Promise<Declared>;
  check(task: CheckTask, signal: AbortSignal): Promise<Checked>;
  ground(task: GroundTask, signal: AbortSignal): Promise<{ at: string; nullable: boolean }[]>;
  close(): Promise<void>;
}

/**
 * Pages and callers' schemas are worked on where they can do no harm: a pattern that never ends, or a schema that
 * multiplies, ends with its thread when the time is up.
 */
export function createThreads({ timeLimitMs = 10_000, ...settings }: ThreadSettings): Threads {
  const task = new URL(`./task${import.meta.url.slice(-3)}`, import.meta.url);
  const pool = createThreadPool({ task, timeLimitMs, ...settings });

  async function run<T>(step: string, input: unknown, signal: AbortSignal): Promise<T> {
    const outcome = await pool.run<Outcome<T>>(step, input, signal).catch((cause: unknown): never => {
      if (!(cause instanceof ThreadEnded)) throw cause;
      const words = 'Checking this page against `schema` took too long; a simpler schema or pattern may do.';
      throw new Failure('NoData', words, { cause });
    });
    if ('result' in outcome) return outcome.result;
    throw new Failure('InvalidRequest', `\`schema\` cannot be used: ${outcome.unusable}.`);
  }

  return {
    declare: (task, signal) => run('declare', task, signal),
    check: (task, signal) => run('check', task, signal),
    ground: (task, signal) => run('ground', task, signal),
    close: () => pool.close(),
  };
}
