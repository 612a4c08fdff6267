import type { Failure } from '../../contracts/failures.ts';
import type { FetchLimits } from './fetchLimits.ts';

export type BodyLimits = Pick<FetchLimits, 'maxBytes' | 'maxCompressionRatio'>;

/** Receives the bytes of a response body as they arrive. `write` returns false when the sender should pause. */
export interface BodySink {
  write(chunk: Buffer): boolean;
  end(): void;
  destroy(): void;
}

/** Callbacks of a body sink. It calls `done` or `fail` once, and `resume` after a `write` that returned false. */
export interface BodyCallbacks {
  /** Takes the decoded bytes as they arrive; the body that `done` is given is then empty. */
  chunk?: ((bytes: Buffer) => void) | undefined;
  done(body: Buffer): void;
  fail(failure: Failure): void;
  resume(): void;
}
