import { Failure } from '../../contracts/failures.ts';
import { createProcessPool, ProcessEnded } from '../processes/pool.ts';
import type { ConvertInput } from './conversion.ts';
import type { ConvertOutcome } from './convertTask.ts';

interface DocumentPoolOptions {
  processes?: number;
  timeoutMs: number;
}

const megabyte = 1024 * 1024;
/** A page has 10 MB at most and an uploaded file 50; reading one needs a small multiple of that. */
const memoryBytes = 512 * megabyte;

/**
 * Converts documents in processes of their own. The bytes of a PDF decide how much is allocated outside of the heap, so
 * a thread cannot be held to a limit: a file of a kilobyte took gigabytes. The processes start with the first document
 * and end when there is none for a while.
 */
export function openDocumentPool({ processes = 2, timeoutMs }: DocumentPoolOptions) {
  const pool = createProcessPool({
    task: new URL(`./convertTask${import.meta.url.slice(-3)}`, import.meta.url),
    processes,
    memoryBytes,
    heapMb: 320,
    recycleAboveBytes: 256 * megabyte,
    idleTimeoutMs: 60_000,
  });
  return {
    convert: (input: ConvertInput, signal?: AbortSignal): Promise<ConvertOutcome> =>
      pool.run<ConvertOutcome>('convertTask', input, { timeoutMs, signal }).catch((cause: unknown): never => {
        throw cause instanceof ProcessEnded ? failureOf(cause, timeoutMs) : cause;
      }),
    close: () => pool.close(),
  };
}

/** Other ends are ours and not the document's, so they are retried. */
function failureOf(cause: ProcessEnded, timeoutMs: number): Error {
  switch (cause.reason) {
    case 'death':
      return new Failure('PageTooLarge', 'The document needs too much memory to be read.', { cause });
    case 'time':
      return new Failure('PageTimedOut', `The document could not be read within ${timeoutMs / 1000} s.`, { cause });
    default:
      return cause;
  }
}
