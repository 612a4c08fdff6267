import { Failure } from '../../contracts/failures.ts';
import { createThreadPool, ThreadTerminated } from '../threads/pool.ts';
import type { ConvertedPage, ConvertInput } from './conversion.ts';
import type { ConvertOutcome } from './convertTask.ts';

export interface Converter {
  /** Rejects with a `Failure` if the page has no readable content, or with the signal's reason. */
  convert(input: ConvertInput, signal?: AbortSignal): Promise<ConvertedPage>;
  close(): Promise<void>;
}

interface PoolSettings {
  threads: number;
  timeoutMs?: number;
  memoryLimitMb?: number;
}

/**
 * Converts pages on a thread pool, so that a page can neither block the event loop nor crash the process. Small pages go
 * there too: transferring 100 KB takes a fraction of a millisecond, converting it several.
 */
export function openConverterPool({ timeoutMs = 20_000, ...settings }: PoolSettings): Converter {
  const task = new URL(`./convertTask${import.meta.url.slice(-3)}`, import.meta.url);
  const pool = createThreadPool({ task, timeoutMs, ...settings });
  return {
    async convert(input, signal) {
      const outcome = await pool.run<ConvertOutcome>('convertTask', input, signal).catch((cause: unknown): never => {
        if (!(cause instanceof ThreadTerminated)) throw cause;
        if (cause.reason === 'memory')
          throw new Failure('PageTooLarge', 'The page needs too much memory to be converted.', { cause });
        throw new Failure('PageTimedOut', `The page could not be converted within ${timeoutMs / 1000} s.`, { cause });
      });
      if ('page' in outcome) return outcome.page;
      throw new Failure(outcome.failure.kind, outcome.failure.message);
    },
    close: () => pool.close(),
  };
}
