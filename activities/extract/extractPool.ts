import { Failure } from '../../contracts/failures.ts';
import { createThreadPool, ThreadTerminated } from '../../runtime/threads/pool.ts';
import type { CheckTask, Declared, DeclaredTask, EvidenceTask, GroundingTask, TaskOutcome } from './extractTasks.ts';
import type { UngroundedValue } from './grounding.ts';
import type { Repaired } from './schema/repair.ts';
import type { FoundEvidence } from './valueEvidence.ts';

interface PoolSettings {
  threads: number;
  timeoutMs?: number;
  memoryLimitMb?: number;
}

export interface ExtractPool {
  extractDeclared(task: DeclaredTask, signal: AbortSignal): Promise<Declared>;
  checkAnswer(task: CheckTask, signal: AbortSignal): Promise<Repaired>;
  findUngrounded(task: GroundingTask, signal: AbortSignal): Promise<UngroundedValue[]>;
  findEvidence(task: EvidenceTask, signal: AbortSignal): Promise<FoundEvidence>;
  close(): Promise<void>;
}

/**
 * Runs the tasks that handle pages and callers' schemas on a thread pool: a pattern that never ends, or a schema that
 * grows exponentially, is terminated with its thread when the time is up.
 */
export function openExtractPool({ timeoutMs = 10_000, ...settings }: PoolSettings): ExtractPool {
  const task = new URL(`./extractTasks${import.meta.url.slice(-3)}`, import.meta.url);
  const pool = createThreadPool({ task, timeoutMs, ...settings });

  async function run<T>(name: string, input: unknown, signal: AbortSignal): Promise<T> {
    const outcome = await pool.run<TaskOutcome<T>>(name, input, { signal }).catch((cause: unknown): never => {
      if (!(cause instanceof ThreadTerminated)) throw cause;
      const message = 'Checking this page against `schema` took too long; a simpler schema or pattern may help.';
      throw new Failure('NoData', message, { cause });
    });
    if ('result' in outcome) return outcome.result;
    throw new Failure('InvalidRequest', `\`schema\` cannot be used: ${outcome.unusable}.`);
  }

  return {
    extractDeclared: (input, signal) => run('extractDeclared', input, signal),
    checkAnswer: (input, signal) => run('checkAnswer', input, signal),
    findUngrounded: (input, signal) => run('findUngrounded', input, signal),
    findEvidence: (input, signal) => run('findEvidence', input, signal),
    close: () => pool.close(),
  };
}
