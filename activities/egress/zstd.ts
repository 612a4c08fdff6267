import { Transform, type TransformCallback } from 'node:stream';
import * as zlib from 'node:zlib';
import { Decompress } from 'fzstd';
import { tooLarge } from './limitFailures.ts';

/** RFC 9659 requires HTTP decoders to support windows up to this size and lets them refuse larger ones. */
const maxWindowBytes = 8 << 20;
/** fzstd copies its whole window for each block; this limits the work to a fraction of a second. */
const maxCopiedBytes = 2 * 2 ** 30;

/** Node's own decoder if it has one (22.15 and later), otherwise fzstd. */
export function createZstdDecoder(maxBytes: number): Transform {
  const native: unknown = Reflect.get(zlib, 'createZstdDecompress');
  const decoder: unknown = typeof native === 'function' ? native() : undefined;
  return decoder instanceof Transform ? decoder : new FzstdDecoder(maxBytes);
}

/** Collects the whole body before it decodes, so that the cost can be computed from the frame headers first. */
class FzstdDecoder extends Transform {
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
      if (copiedBytesOf(body) > maxCopiedBytes) throw new Error('zstd: the body takes too much work to decode');
      let size = 0;
      const decoder = new Decompress((chunk) => {
        size += chunk.length;
        // Decoding is synchronous, so the reader's own limit would stop a decompression bomb too late.
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

/** What fzstd will copy: the window size of each frame times its blocks, from the headers (RFC 8878). */
function copiedBytesOf(body: Buffer): number {
  let at = 0;
  let copiedBytes = 0;
  while (at + 4 <= body.length) {
    const magic = body.readUInt32LE(at);
    const isSkippable = magic >>> 4 === 0x184d2a5;
    if (isSkippable) {
      at += 8 + body.readUInt32LE(at + 4);
      continue;
    }
    if (magic !== 0xfd2fb528) throw new Error('zstd: not a frame');
    const frame = frameHeader(body, at);
    if (frame.windowBytes > maxWindowBytes) throw new Error('zstd: the window is too large');
    at = frame.end;
    for (let isLast = false; !isLast; ) {
      const header = body.readUIntLE(at, 3);
      const isRle = ((header >> 1) & 3) === 1;
      isLast = (header & 1) === 1;
      at += 3 + (isRle ? 1 : header >> 3);
      copiedBytes += frame.windowBytes;
    }
    at += frame.hasChecksum ? 4 : 0;
  }
  return copiedBytes;
}

function frameHeader(body: Buffer, at: number): { windowBytes: number; end: number; hasChecksum: boolean } {
  const descriptor = body.readUInt8(at + 4);
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const sizeBytes = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0;
  let end = at + 5;
  let windowBytes = 0;
  if (!isSingleSegment) {
    const exponent = body.readUInt8(end) >> 3;
    windowBytes = 2 ** (10 + exponent) * (1 + (body.readUInt8(end) & 7) / 8);
    end += 1;
  }
  end += dictionaryBytes;
  if (isSingleSegment) windowBytes = contentSize(body, end, sizeBytes);
  return { windowBytes, end: end + sizeBytes, hasChecksum: (descriptor & 4) !== 0 };
}

function contentSize(body: Buffer, at: number, bytes: number): number {
  if (bytes === 8) return Number(body.readBigUInt64LE(at));
  // The two-byte form counts from 256, because smaller sizes fit into one byte.
  return body.readUIntLE(at, bytes) + (bytes === 2 ? 256 : 0);
}
