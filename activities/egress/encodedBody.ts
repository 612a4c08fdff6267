import type { Transform } from 'node:stream';
import { Failure } from '../../contracts/failures.ts';
import type { BodyCallbacks, BodyLimits, BodySink } from './bodySink.ts';
import { decodersFor, looksLikeText } from './encodings.ts';
import { tooLarge } from './limitFailures.ts';

/** Below this size a high compression ratio is harmless. The comment of `FetchLimits.maxCompressionRatio` names it. */
const minBytesForRatio = 1 << 20;

/**
 * Decodes a body while it arrives. The raw bytes are kept until the first decoded byte: some sites declare an encoding
 * but send plain text, which is then returned unchanged.
 */
export class EncodedBody implements BodySink {
  readonly #encodings: string[];
  readonly #limits: BodyLimits;
  readonly #callbacks: BodyCallbacks;
  #decoders: Transform[] = [];
  #raw: Buffer[] = [];
  #rawBytes = 0;
  #decoded: Buffer[] = [];
  #decodedBytes = 0;
  #state: 'sniffing' | 'decoding' | 'passthrough' | 'finished' = 'sniffing';
  #hasEnded = false;

  constructor(encodings: string[], limits: BodyLimits, callbacks: BodyCallbacks) {
    this.#encodings = encodings;
    this.#limits = limits;
    this.#callbacks = callbacks;
  }

  write(chunk: Buffer): boolean {
    this.#rawBytes += chunk.length;
    if (this.#rawBytes > this.#limits.maxBytes) {
      this.#fail(tooLarge(this.#limits.maxBytes));
      return true;
    }
    if (this.#state === 'decoding') {
      if (this.#decodedBytes === 0) this.#raw.push(chunk);
      return this.#decode(chunk);
    }
    if (this.#state === 'passthrough' && this.#callbacks.chunk) this.#callbacks.chunk(chunk);
    else if (this.#state !== 'finished') this.#raw.push(chunk);
    // The signatures of gzip and zlib are two bytes long.
    return this.#state === 'sniffing' && this.#rawBytes >= 2 ? this.#startDecoding() : true;
  }

  end(): void {
    this.#hasEnded = true;
    if (this.#state === 'sniffing' && this.#rawBytes > 0) this.#startDecoding();
    if (this.#state === 'decoding') this.#decoders[0]?.end();
    else if (this.#state !== 'finished') this.#finishPassthrough();
  }

  destroy(): void {
    this.#state = 'finished';
    for (const decoder of this.#decoders) decoder.destroy();
  }

  #startDecoding(): boolean {
    const head = Buffer.concat(this.#raw);
    const decoders = decodersFor(this.#encodings, head, this.#limits.maxBytes);
    if (decoders === undefined) {
      this.#passThrough();
      return true;
    }
    this.#state = 'decoding';
    this.#decoders = decoders;
    this.#connectDecoders();
    return this.#decode(head);
  }

  #connectDecoders(): void {
    const decoders = this.#decoders;
    decoders.forEach((decoder, index) => {
      let size = 0;
      decoder.on('error', (error) => (error instanceof Failure ? this.#fail(error) : this.#onDecodeError()));
      decoder.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > this.#limits.maxBytes) this.#fail(tooLarge(this.#limits.maxBytes));
        else if (index === decoders.length - 1) this.#collect(chunk);
      });
      const next = decoders[index + 1];
      if (next !== undefined) decoder.pipe(next);
    });
    decoders.at(-1)?.on('end', () => {
      if (this.#state === 'decoding') this.#succeed(Buffer.concat(this.#decoded));
    });
  }

  #decode(chunk: Buffer): boolean {
    const first = this.#decoders[0];
    if (first === undefined || first.destroyed || first.write(chunk)) return true;
    first.once('drain', () => this.#callbacks.resume());
    return false;
  }

  #collect(chunk: Buffer): void {
    if (this.#state !== 'decoding') return;
    this.#raw = [];
    this.#decodedBytes += chunk.length;
    if (this.#callbacks.chunk) this.#callbacks.chunk(chunk);
    else this.#decoded.push(chunk);
    const { maxCompressionRatio } = this.#limits;
    if (this.#decodedBytes > minBytesForRatio && this.#decodedBytes > this.#rawBytes * maxCompressionRatio) {
      this.#fail(new Failure('PageTooLarge', `The page unpacks to more than ${maxCompressionRatio} times its size.`));
    }
  }

  #onDecodeError(): void {
    if (this.#state !== 'decoding') return;
    if (this.#decodedBytes > 0) {
      this.#fail(this.#undecodable());
      return;
    }
    for (const decoder of this.#decoders) decoder.destroy();
    this.#passThrough();
    if (this.#hasEnded) this.#finishPassthrough();
    else this.#callbacks.resume();
  }

  /** The body is not encoded after all: what was kept of it, and what follows, are its plain bytes. */
  #passThrough(): void {
    this.#state = 'passthrough';
    if (!this.#callbacks.chunk) return;
    this.#callbacks.chunk(Buffer.concat(this.#raw));
    this.#raw = [];
  }

  #finishPassthrough(): void {
    const body = Buffer.concat(this.#raw);
    if (looksLikeText(body)) this.#succeed(body);
    else this.#fail(this.#undecodable());
  }

  #undecodable(): Failure {
    const names = this.#encodings.toReversed().join(', ').slice(0, 60);
    return new Failure('PageUnreachable', `The page could not be decoded: the site says that it is ${names}.`);
  }

  #succeed(body: Buffer): void {
    this.#state = 'finished';
    this.#callbacks.done(body);
  }

  #fail(failure: Failure): void {
    if (this.#state === 'finished') return;
    this.destroy();
    this.#callbacks.fail(failure);
  }
}
