import { Transform, type TransformCallback } from 'node:stream';
import * as zlib from 'node:zlib';
import { Decompress } from 'fzstd';
import { tooLarge } from './explain.ts';

/** What RFC 9659 asks of every decoder of zstd over HTTP, and lets a decoder refuse beyond. */
const maxWindow = 8 << 20;
/** fzstd moves its whole window once a block: this bounds that work to a fraction of a second. */
const maxBytesMoved = 2 * 2 ** 30;

/** Node's own decoder where it has one (22.15 and later), else a decoder in JavaScript. */
export function zstdDecoder(maxBytes: number): Transform {
  const native: unknown = Reflect.get(zlib, 'createZstdDecompress');
  const decoder: unknown = typeof native === 'function' ? native() : undefined;
  return decoder instanceof Transform ? decoder : new CollectedZstd(maxBytes);
}

/** Takes the whole body before it begins, so that no frame is decoded whose headers promise too much work. */
class CollectedZstd extends Transform {
  readonly #chunks: Buffer[] = [];
  readonly #maxBytes: number;

  constructor(maxBytes: number) {
    super();
    this.#maxBytes = maxBytes;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#chunks.push(chunk);
    done();
  }

  override _flush(done: TransformCallback): void {
    try {
      const body = Buffer.concat(this.#chunks);
      if (work(body) > maxBytesMoved) throw new Error('zstd: the body takes too much work to decode');
      let size = 0;
      const decoder = new Decompress((chunk) => {
        size += chunk.length;
        // Nobody can read before this returns, so nobody else could stop a bomb.
        if (size > this.#maxBytes) throw tooLarge(this.#maxBytes);
        this.push(Buffer.from(chunk));
      });
      decoder.push(body, true);
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  }
}

/** Walks over the headers of all frames and blocks (RFC 8878) and adds up window times blocks. */
function work(body: Buffer): number {
  let at = 0;
  let moved = 0;
  while (at + 4 <= body.length) {
    const magic = body.readUInt32LE(at);
    if (magic >>> 4 === 0x184d2a5) {
      at += 8 + body.readUInt32LE(at + 4);
      continue;
    }
    if (magic !== 0xfd2fb528) throw new Error('zstd: not a frame');
    const frame = frameHeader(body, at);
    if (frame.window > maxWindow) throw new Error('zstd: the window is too large');
    at = frame.end;
    for (let last = false; !last; ) {
      const header = body.readUIntLE(at, 3);
      const isRle = ((header >> 1) & 3) === 1;
      last = (header & 1) === 1;
      at += 3 + (isRle ? 1 : header >> 3);
      moved += frame.window;
    }
    at += frame.checksum ? 4 : 0;
  }
  return moved;
}

function frameHeader(body: Buffer, at: number): { window: number; end: number; checksum: boolean } {
  const descriptor = body.readUInt8(at + 4);
  const singleSegment = (descriptor & 0x20) !== 0;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const sizeBytes = [singleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0;
  let end = at + 5;
  let window = 0;
  if (!singleSegment) {
    const exponent = body.readUInt8(end) >> 3;
    window = 2 ** (10 + exponent) * (1 + (body.readUInt8(end) & 7) / 8);
    end += 1;
  }
  end += dictionaryBytes;
  if (singleSegment) window = contentSize(body, end, sizeBytes);
  return { window, end: end + sizeBytes, checksum: (descriptor & 4) !== 0 };
}

function contentSize(body: Buffer, at: number, bytes: number): number {
  if (bytes === 8) return Number(body.readBigUInt64LE(at));
  // Two bytes count from 256 on: smaller sizes fit into one.
  return body.readUIntLE(at, bytes) + (bytes === 2 ? 256 : 0);
}
