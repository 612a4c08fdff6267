import { Failure, failures } from '../contracts/failures.ts';
import type { WorkContext } from '../contracts/work/context.ts';
import type { Logger } from '../runtime/log.ts';
import { outcomeOf, secondsSince } from '../runtime/metrics/outcome.ts';
import type { Outcome } from '../runtime/metrics/work.ts';
import { outageOf } from '../storage/outage.ts';

interface Observation {
  what: 'activity' | 'call';
  line: Logger;
  signal: AbortSignal;
  tell(outcome: Outcome, seconds: number): void;
}

/**
 * Runs work with a log line and metrics about how it ended. It fails with what it failed with, or with a `Failure` if
 * that was an outage of ours.
 */
export async function observed<T>({ what, line, signal, tell }: Observation, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const ms = () => Math.round(performance.now() - started);
  try {
    const result = await work();
    tell('ok', secondsSince(started));
    line.info({ ms: ms() }, `${what} done`);
    return result;
  } catch (error) {
    tell(outcomeOf(error, signal), secondsSince(started));
    if (signal.aborted) {
      line.info({ ms: ms() }, `${what} cancelled`);
      throw error;
    }
    const failure = error instanceof Failure ? error : outageOf(error);
    if (!failure) {
      line.error({ ms: ms(), err: error }, `${what} failed`);
      throw error;
    }
    const { kind, message, cause } = failure;
    const level = failures[kind].status === 503 ? 'warn' : 'info';
    line[level]({ ms: ms(), failure: kind, reason: message, err: cause }, `${what} failed`);
    throw failure;
  }
}

/** The ids in the input of some work that join its log lines to the request. */
export function workContext(work: unknown): Partial<WorkContext> & { job?: string } {
  if (typeof work !== 'object' || work === null) return {};
  const { account, requestId, job } = work as Partial<Record<'account' | 'requestId' | 'job', string>>;
  return { ...(account && { account }), ...(requestId && { requestId }), ...(job && { job }) };
}
