import { Failure } from '../../contracts/failures.ts';
import type { Outcome } from './work.ts';

/** What a thrown error is called in metrics. */
export function outcomeOf(error: unknown, signal?: AbortSignal): Outcome {
  if (signal?.aborted) return 'cancelled';
  return error instanceof Failure ? error.kind : 'fault';
}

export function secondsSince(started: number): number {
  return (performance.now() - started) / 1_000;
}
