import { Failure } from '../../contracts/failures.ts';
import { createThreadPool, ThreadEnded } from '../threads/pool.ts';
import type { ConvertedPage, ConvertInput } from './converted.ts';
import type { ConvertOutcome } from './convertTask.ts';

export interface Converter {
  /** The page's content; rejects with a `Failure` where there is none, or with the signal's reason. */
  convert(input: ConvertInput, signal?: AbortSignal): Promise<ConvertedPage>;
  close(): Promise<void>;
}

export interface ConverterSettings {
  threads: number;
  timeLimitMs?: number;
  memoryLimitMb?: number;
}

/**
 * Converts pages on threads of their own, so that no page holds up the event loop, and none can take the process down.
 * Every page goes there: handing over 100 KB costs a fraction of a millisecond against several of work.
 */
export function createConverter({ timeLimitMs = 20_000, ...settings }: ConverterSettings): Converter {
  const task = new URL(`./convertTask${import.meta.url.slice(-3)}`, import.meta.url);
  const pool = createThreadPool({ task, timeLimitMs, ...settings });
  return {
    async convert(input, signal) {
      const outcome = await pool.run<ConvertOutcome>('convertTask', input, signal).catch((cause: unknown): never => {
        if (!(cause instanceof ThreadEnded)) throw cause;
        if (cause.reason === 'memory')
          throw new Failure('PageTooLarge', 'The page needs too much memory to be converted.', { cause });
        throw new Failure('PageTimedOut', `The page could not be converted within ${timeLimitMs / 1000} s.`, { cause });
      });
      if ('page' in outcome) return outcome.page;
      throw new Failure(outcome.failure.kind, outcome.failure.message);
    },
    close: () => pool.close(),
  };
}
