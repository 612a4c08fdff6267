import { Failure } from '../../contracts/failures.ts';
import { createThreadPool, ThreadTerminated } from '../../runtime/threads/pool.ts';
import { isPdf } from './bodyKind.ts';
import type { ConvertedPage, ConvertInput } from './conversion.ts';
import type { ConvertOutcome } from './convertTask.ts';
import { openDocumentPool } from './documentPool.ts';

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
 * there too: transferring 100 KB takes a fraction of a millisecond, converting it several. Documents go to processes.
 */
export function openConverterPool({ timeoutMs = 20_000, ...settings }: PoolSettings): Converter {
  const task = new URL(`./convertTask${import.meta.url.slice(-3)}`, import.meta.url);
  const pages = createThreadPool({ task, timeoutMs, ...settings });
  const documents = openDocumentPool({ timeoutMs });

  const convertPage = (input: ConvertInput, signal?: AbortSignal): Promise<ConvertOutcome> =>
    pages.run<ConvertOutcome>('convertTask', input, signal).catch((cause: unknown): never => {
      if (!(cause instanceof ThreadTerminated)) throw cause;
      if (cause.reason === 'memory')
        throw new Failure('PageTooLarge', 'The page needs too much memory to be converted.', { cause });
      throw new Failure('PageTimedOut', `The page could not be converted within ${timeoutMs / 1000} s.`, { cause });
    });

  return {
    async convert(input, signal) {
      const outcome = await (isPdf(input.body) ? documents.convert(input, signal) : convertPage(input, signal));
      if ('page' in outcome) return outcome.page;
      throw new Failure(outcome.failure.kind, outcome.failure.message);
    },
    async close() {
      await Promise.all([pages.close(), documents.close()]);
    },
  };
}
