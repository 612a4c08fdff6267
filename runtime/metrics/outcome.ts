import { Failure } from '../../contracts/failures.ts';
import type { Outcome } from './work.ts';

/** The label of a thrown error in metrics. */
export function outcomeOf(error: unknown, signal?: AbortSignal): Outcome {
  if (signal?.aborted) return 'cancelled';
  return error instanceof Failure ? error.kind : 'fault';
}

export function secondsSince(started: number): number {
  return (performance.now() - started) / 1_000;
}
