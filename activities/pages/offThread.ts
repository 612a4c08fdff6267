import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Piscina } from 'piscina';
import { Failure } from '../../contracts/failures.ts';
import type { ConvertedPage, ConvertInput } from './convert.ts';
import type { ConvertOutcome, ConvertTask } from './convertTask.ts';

export interface Converter {
  /** The page's content; rejects with a `Failure` where there is none, or with the signal's reason. */
  convert(input: ConvertInput, signal?: AbortSignal): Promise<ConvertedPage>;
  close(): Promise<void>;
}

export interface ConverterSettings {
  threads: number;
  /** A page that takes longer is given up, and its thread with it. */
  timeLimitMs?: number;
  /** Heap of one thread. */
  memoryLimitMb?: number;
}

/** From TypeScript sources (tsx, vitest) the threads need the same loader as this one. */
const taskOf = (): { filename: string; execArgv: string[] } => {
  const isSource = import.meta.url.endsWith('.ts');
  const loader = isSource ? pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href : undefined;
  return {
    filename: new URL(`./convertTask.${isSource ? 'ts' : 'js'}`, import.meta.url).href,
    execArgv: loader ? ['--import', loader] : [],
  };
};

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/**
 * Converts pages on threads of their own, so that no page holds up the event loop, and none can take the process down.
 * Every page goes there: handing over 100 KB costs a fraction of a millisecond against several of work.
 */
export const createConverter = ({
  threads,
  timeLimitMs = 20_000,
  memoryLimitMb = 512,
}: ConverterSettings): Converter => {
  const pool = new Piscina<ConvertTask, ConvertOutcome>({
    ...taskOf(),
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb, stackSizeMb: 4 },
  });

  // The pool's own queue would count waiting as working: the time limit begins when a thread is free.
  const waiting: (() => void)[] = [];
  let running = 0;
  const enter = async (): Promise<void> => {
    if (running < threads) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else running--;
  };

  const run = async ({ body, ...rest }: ConvertInput, signal: AbortSignal | undefined): Promise<ConvertOutcome> => {
    const limit = AbortSignal.timeout(timeLimitMs);
    try {
      return await pool.run({ ...rest, body }, { signal: signal ? AbortSignal.any([signal, limit]) : limit });
    } catch (cause) {
      signal?.throwIfAborted();
      if (limit.aborted)
        throw new Failure('PageTimedOut', `The page could not be converted within ${timeLimitMs / 1000} s.`, { cause });
      if (isOutOfMemory(cause))
        throw new Failure('PageTooLarge', 'The page needs too much memory to be converted.', { cause });
      throw cause;
    }
  };

  return {
    convert: async (input, signal) => {
      signal?.throwIfAborted();
      await enter();
      try {
        signal?.throwIfAborted();
        const outcome = await run(input, signal);
        if ('page' in outcome) return outcome.page;
        throw new Failure(outcome.failure.kind, outcome.failure.message);
      } finally {
        leave();
      }
    },
    close: async () => {
      await pool.destroy();
    },
  };
};
