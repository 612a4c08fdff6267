import { Failure } from '../../contracts/failures.ts';
import type { Outcome } from './work.ts';

/** What a thrown error is called in metrics. */
export const outcomeOf = (error: unknown, signal?: AbortSignal): Outcome => {
  if (signal?.aborted) return 'cancelled';
  return error instanceof Failure ? error.kind : 'fault';
};

export const secondsSince = (started: number): number => (performance.now() - started) / 1_000;
