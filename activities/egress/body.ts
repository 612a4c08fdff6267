import type { Transform } from 'node:stream';
import { Failure } from '../../contracts/failures.ts';
import { contentEncodings, decoderFor, looksLikeText } from './encodings.ts';
import { tooLarge } from './explain.ts';
import type { FetchLimits } from './limits.ts';

export type BodyLimits = Pick<FetchLimits, 'maxBytes' | 'maxRatio'>;

/** Where a response's bytes go while they arrive. `write` answers false when the sender should pause. */
export interface BodySink {
  write(chunk: Buffer): boolean;
  end(): void;
  destroy(): void;
}

interface Outcome {
  done(body: Buffer): void;
  fail(failure: Failure): void;
  resume(): void;
}

export function bodySink(contentEncoding: string | undefined, limits: BodyLimits, outcome: Outcome): BodySink {
  const encodings = contentEncoding === undefined ? [] : contentEncodings(contentEncoding);
  return encodings.length === 0 ? new PlainBody(limits, outcome) : new EncodedBody(encodings, limits, outcome);
}

class PlainBody implements BodySink {
  readonly #chunks: Buffer[] = [];
  #size = 0;

  constructor(
    readonly limits: BodyLimits,
    readonly outcome: Outcome,
  ) {}

  write(chunk: Buffer): boolean {
    this.#size += chunk.length;
    if (this.#size > this.limits.maxBytes) this.outcome.fail(tooLarge(this.limits.maxBytes));
    else this.#chunks.push(chunk);
    return true;
  }

  end(): void {
    this.outcome.done(Buffer.concat(this.#chunks, this.#size));
  }

  destroy(): void {}
}

/** Real pages use one encoding, rarely two. */
const maxEncodings = 3;
const ratioFloor = 1 << 20;

/**
 * Undoes encodings while the bytes arrive. The bytes as they came are kept until the first decoded one: a body that is
 * not what its header says is then taken as it is, where it reads as text.
 */
class EncodedBody implements BodySink {
  readonly #encodings: string[];
  readonly #limits: BodyLimits;
  readonly #outcome: Outcome;
  #stages: Transform[] = [];
  #raw: Buffer[] = [];
  #rawBytes = 0;
  #decoded: Buffer[] = [];
  #decodedBytes = 0;
  #state: 'sniffing' | 'decoding' | 'asItIs' | 'over' = 'sniffing';
  #ended = false;

  constructor(encodings: string[], limits: BodyLimits, outcome: Outcome) {
    this.#encodings = encodings;
    this.#limits = limits;
    this.#outcome = outcome;
  }

  write(chunk: Buffer): boolean {
    this.#rawBytes += chunk.length;
    if (this.#rawBytes > this.#limits.maxBytes) {
      this.#fail(tooLarge(this.#limits.maxBytes));
      return true;
    }
    if (this.#state === 'decoding') {
      if (this.#decodedBytes === 0) this.#raw.push(chunk);
      return this.#feed(chunk);
    }
    if (this.#state !== 'over') this.#raw.push(chunk);
    // Two bytes tell gzip and zlib from what is not.
    return this.#state === 'sniffing' && this.#rawBytes >= 2 ? this.#choose() : true;
  }

  end(): void {
    this.#ended = true;
    if (this.#state === 'sniffing' && this.#rawBytes > 0) this.#choose();
    if (this.#state === 'decoding') this.#stages[0]?.end();
    else if (this.#state !== 'over') this.#finishAsItIs();
  }

  destroy(): void {
    this.#state = 'over';
    for (const stage of this.#stages) stage.destroy();
  }

  #choose(): boolean {
    const head = Buffer.concat(this.#raw);
    const none = Buffer.alloc(0);
    const stages =
      this.#encodings.length > maxEncodings
        ? [undefined]
        : this.#encodings.map((encoding, at) =>
            // Only the outermost layer can be sniffed; the inner ones are believed.
            decoderFor(encoding, at === 0 ? head : (innerHead[encoding] ?? none), this.#limits.maxBytes),
          );
    if (!stages.every((stage) => stage !== undefined)) {
      this.#state = 'asItIs';
      return true;
    }
    this.#state = 'decoding';
    this.#stages = stages;
    this.#connect();
    return this.#feed(head);
  }

  #connect(): void {
    const stages = this.#stages;
    stages.forEach((stage, at) => {
      let size = 0;
      stage.on('error', (error) => (error instanceof Failure ? this.#fail(error) : this.#undecodable()));
      stage.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > this.#limits.maxBytes) this.#fail(tooLarge(this.#limits.maxBytes));
        else if (at === stages.length - 1) this.#collect(chunk);
      });
      const next = stages[at + 1];
      if (next !== undefined) stage.pipe(next);
    });
    stages.at(-1)?.on('end', () => {
      if (this.#state === 'decoding') this.#succeed(Buffer.concat(this.#decoded, this.#decodedBytes));
    });
  }

  #feed(chunk: Buffer): boolean {
    const first = this.#stages[0];
    if (first === undefined || first.destroyed || first.write(chunk)) return true;
    first.once('drain', () => this.#outcome.resume());
    return false;
  }

  #collect(chunk: Buffer): void {
    if (this.#state !== 'decoding') return;
    this.#raw = [];
    this.#decoded.push(chunk);
    this.#decodedBytes += chunk.length;
    const { maxRatio } = this.#limits;
    if (this.#decodedBytes > ratioFloor && this.#decodedBytes > this.#rawBytes * maxRatio) {
      this.#fail(new Failure('PageTooLarge', `the page unpacks to more than ${maxRatio} times its size`));
    }
  }

  #undecodable(): void {
    if (this.#state !== 'decoding') return;
    if (this.#decodedBytes > 0) {
      this.#fail(this.#notWhatItSays());
      return;
    }
    for (const stage of this.#stages) stage.destroy();
    this.#state = 'asItIs';
    if (this.#ended) this.#finishAsItIs();
    else this.#outcome.resume();
  }

  #finishAsItIs(): void {
    const body = Buffer.concat(this.#raw);
    if (looksLikeText(body)) this.#succeed(body);
    else this.#fail(this.#notWhatItSays());
  }

  #notWhatItSays(): Failure {
    const names = this.#encodings.toReversed().join(', ').slice(0, 60);
    return new Failure('PageUnreachable', `the page could not be decoded: the site says that it is ${names}`);
  }

  #succeed(body: Buffer): void {
    this.#state = 'over';
    this.#outcome.done(body);
  }

  #fail(failure: Failure): void {
    if (this.#state === 'over') return;
    this.destroy();
    this.#outcome.fail(failure);
  }
}

/** First bytes that stand for a well-formed inner layer. */
const innerHead: Record<string, Buffer> = {
  gzip: Buffer.from([0x1f, 0x8b]),
  'x-gzip': Buffer.from([0x1f, 0x8b]),
  deflate: Buffer.from([0x78, 0x9c]),
};
