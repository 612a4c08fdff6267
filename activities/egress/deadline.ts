import { Failure } from '../../contracts/failures.ts';
import { type Phase, seconds, timedOut } from './explain.ts';
import type { FetchLimits } from './limits.ts';

/** All the ways in which one fetch can run out of time; one timer is alive at a time. */
export class Deadline {
  readonly #limits: FetchLimits;
  readonly #started = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #phase: Phase = 'connecting';
  #host = '';
  #received = 0;
  #onExpired: ((failure: Failure) => void) | undefined;

  constructor(limits: FetchLimits) {
    this.#limits = limits;
  }

  /** The next request to the same or another host begins. */
  begin(host: string, onExpired: (failure: Failure) => void): void {
    this.#host = host;
    this.#onExpired = onExpired;
    this.enter('connecting');
  }

  enter(phase: Phase): void {
    this.#phase = phase;
    this.#received = 0;
    this.#arm();
  }

  received(bytes: number): void {
    this.#received += bytes;
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#onExpired = undefined;
  }

  #arm(): void {
    clearTimeout(this.#timer);
    const left = this.#limits.totalTimeoutMs - (performance.now() - this.#started);
    this.#timer = setTimeout(() => this.#expire(), Math.max(0, Math.min(this.#phaseMs(), left)));
  }

  #phaseMs(): number {
    const { connectTimeoutMs, headersTimeoutMs, progressMs } = this.#limits;
    return { connecting: connectTimeoutMs, waiting: headersTimeoutMs, reading: progressMs }[this.#phase];
  }

  #expire(): void {
    const failure = this.#verdict();
    if (failure === undefined) this.enter('reading');
    else this.#onExpired?.(failure);
  }

  /** What has run out; nothing, where a page goes on arriving. */
  #verdict(): Failure | undefined {
    const { totalTimeoutMs, progressMs, progressBytes } = this.#limits;
    // Timers may fire a millisecond early.
    const over = performance.now() - this.#started >= totalTimeoutMs - 2;
    if (over) return timedOut(totalTimeoutMs, this.#phase, this.#host);
    if (this.#phase !== 'reading') return timedOut(this.#phaseMs(), this.#phase, this.#host);
    if (this.#received >= progressBytes) return undefined;
    const sent = `${this.#received} bytes in ${seconds(progressMs)}`;
    return new Failure('PageTimedOut', `the site sends its page too slowly (${sent})`);
  }
}
