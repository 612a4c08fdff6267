import { Failure } from '../../contracts/failures.ts';
import { createThreadPool, ThreadTerminated } from '../../runtime/threads/pool.ts';
import { documentKindOf } from '../documents/kind.ts';
import type { OcrLanguage } from '../documents/ocr/languages.ts';
import type { ConvertedPage, ConvertInput } from './conversion.ts';
import type { ConvertOutcome } from './convertTask.ts';
import { openDocumentPool } from './documentPool.ts';
import type { PageLinks } from './pageLinks.ts';

export interface Converter {
  /** Rejects with a `Failure` if the page has no readable content, or with the signal's reason. */
  convert(input: ConvertInput, signal?: AbortSignal): Promise<ConvertedPage>;
  /** Rejects with a `Failure` if the page is too much for a thread, or with the signal's reason. */
  readLinks(page: { html: string; url: string }, signal?: AbortSignal): Promise<PageLinks>;
  close(): Promise<void>;
}

interface PoolSettings {
  threads: number;
  timeoutMs?: number;
  memoryLimitMb?: number;
  patienceMs?: number | undefined;
  ocrLanguages?: readonly OcrLanguage[];
}

/**
 * Converts pages on a thread pool, so that a page can neither block the event loop nor crash the process. Small pages go
 * there too: transferring 100 KB takes a fraction of a millisecond, converting it several. Documents go to processes.
 */
export function openConverterPool({ timeoutMs = 20_000, ocrLanguages, ...settings }: PoolSettings): Converter {
  const task = new URL(`./convertTask${import.meta.url.slice(-3)}`, import.meta.url);
  const pages = createThreadPool({ task, timeoutMs, isWarm: true, ...settings });
  const documents = openDocumentPool({ timeoutMs });

  function run<T>(name: string, input: unknown, signal: AbortSignal | undefined): Promise<T> {
    return pages.run<T>(name, input, { signal }).catch((cause: unknown): never => {
      if (!(cause instanceof ThreadTerminated)) throw cause;
      if (cause.reason === 'memory')
        throw new Failure('PageTooLarge', 'The page needs too much memory to be converted.', { cause });
      throw new Failure('PageTimedOut', `The page could not be converted within ${timeoutMs / 1000} s.`, { cause });
    });
  }

  return {
    async convert(input, signal) {
      const outcome = await (documentKindOf(input.body)
        ? documents.convert({ ...input, ocrLanguages }, signal)
        : run<ConvertOutcome>('convertTask', input, signal));
      if ('page' in outcome) return outcome.page;
      throw new Failure(outcome.failure.kind, outcome.failure.message);
    },
    readLinks: (page, signal) => run('readPageLinks', page, signal),
    async close() {
      await Promise.all([pages.close(), documents.close()]);
    },
  };
}
