import type { Failure } from '../../contracts/failures.ts';
import type { FetchLimits } from './fetchLimits.ts';
import { timedOut, tooSlow } from './limitFailures.ts';

type Phase = 'connecting' | 'waiting' | 'reading';

/** All timeouts of one fetch, over all its redirects. Only one timer runs at a time. */
export class FetchTimeouts {
  readonly #limits: FetchLimits;
  readonly #startedAt = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #phase: Phase = 'connecting';
  #host = '';
  #receivedBytes = 0;
  #onExpired: ((failure: Failure) => void) | undefined;

  constructor(limits: FetchLimits) {
    this.#limits = limits;
  }

  /** Starts the phases of the next request, which may go to another host. */
  begin(host: string, onExpired: (failure: Failure) => void): void {
    this.#host = host;
    this.#onExpired = onExpired;
    this.enter('connecting');
  }

  enter(phase: Phase): void {
    this.#phase = phase;
    this.#receivedBytes = 0;
    this.#arm();
  }

  received(bytes: number): void {
    this.#receivedBytes += bytes;
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#onExpired = undefined;
  }

  #arm(): void {
    clearTimeout(this.#timer);
    const remainingMs = this.#limits.totalTimeoutMs - (performance.now() - this.#startedAt);
    this.#timer = setTimeout(() => this.#onTimer(), Math.max(0, Math.min(this.#phaseTimeoutMs(), remainingMs)));
  }

  #phaseTimeoutMs(): number {
    const { connectTimeoutMs, headersTimeoutMs, progressIntervalMs } = this.#limits;
    return { connecting: connectTimeoutMs, waiting: headersTimeoutMs, reading: progressIntervalMs }[this.#phase];
  }

  #onTimer(): void {
    const failure = this.#expired();
    if (failure === undefined) this.enter('reading');
    else this.#onExpired?.(failure);
  }

  /** Undefined if the body arrives fast enough and may go on. */
  #expired(): Failure | undefined {
    const { totalTimeoutMs, progressIntervalMs, minProgressBytes } = this.#limits;
    // Timers may fire a millisecond early.
    const isTotalExpired = performance.now() - this.#startedAt >= totalTimeoutMs - 2;
    if (isTotalExpired) return timedOut(totalTimeoutMs, this.#activity());
    if (this.#phase !== 'reading') return timedOut(this.#phaseTimeoutMs(), this.#activity());
    if (this.#receivedBytes >= minProgressBytes) return undefined;
    return tooSlow(this.#receivedBytes, progressIntervalMs);
  }

  #activity(): string {
    if (this.#phase === 'connecting') return `connecting to ${this.#host}`;
    return this.#phase === 'waiting' ? 'waiting for the answer' : 'reading the page';
  }
}
