import type { BodyCallbacks, BodyLimits, BodySink } from './bodySink.ts';
import { EncodedBody } from './encodedBody.ts';
import { contentEncodings } from './encodings.ts';
import { tooLarge } from './limitFailures.ts';

/** A sink that collects a response body, or passes it on as it arrives, and undoes its Content-Encoding. */
export function createBodySink(
  contentEncoding: string | undefined,
  limits: BodyLimits,
  callbacks: BodyCallbacks,
): BodySink {
  const declared = contentEncoding === undefined ? [] : contentEncodings(contentEncoding);
  // Large files that are worth streaming are often stored as gzip and served without saying so.
  const encodings = declared.length === 0 && callbacks.chunk ? ['gzip'] : declared;
  return encodings.length === 0 ? new PlainBody(limits, callbacks) : new EncodedBody(encodings, limits, callbacks);
}

class PlainBody implements BodySink {
  readonly #chunks: Buffer[] = [];
  #size = 0;

  constructor(
    readonly limits: BodyLimits,
    readonly callbacks: BodyCallbacks,
  ) {}

  write(chunk: Buffer): boolean {
    this.#size += chunk.length;
    if (this.#size > this.limits.maxBytes) this.callbacks.fail(tooLarge(this.limits.maxBytes));
    else this.#chunks.push(chunk);
    return true;
  }

  end(): void {
    this.callbacks.done(Buffer.concat(this.#chunks, this.#size));
  }

  destroy(): void {}
}
