import type { Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { createZstdDecoder } from './zstd.ts';

/** The encodings that `decoderFor` can undo. */
export const acceptEncoding = 'gzip, deflate, br, zstd';

/** Real pages use one encoding, rarely two. */
const maxEncodings = 3;

/** Content-Encoding as a list, in the order in which the encodings are undone. */
export function contentEncodings(header: string): string[] {
  return header
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity' && name !== 'none')
    .reverse();
}

/**
 * One decoder for each encoding, chosen by the first bytes of the body. Undefined if an encoding is unknown or the
 * bytes contradict it.
 */
export function decodersFor(encodings: string[], head: Buffer, maxBytes: number): Transform[] | undefined {
  if (encodings.length > maxEncodings) return undefined;
  const decoders: Transform[] = [];
  for (const [index, encoding] of encodings.entries()) {
    // Only the outermost layer is visible yet; the inner ones are assumed to be well-formed.
    const decoder = decoderFor(encoding, index === 0 ? head : (signatures[encoding] ?? noBytes), maxBytes);
    if (decoder === undefined) return undefined;
    decoders.push(decoder);
  }
  return decoders;
}

const noBytes = Buffer.alloc(0);

/** The first bytes of a well-formed body, for the encodings whose decoder depends on them. */
const signatures: Record<string, Buffer> = {
  gzip: Buffer.from([0x1f, 0x8b]),
  'x-gzip': Buffer.from([0x1f, 0x8b]),
  deflate: Buffer.from([0x78, 0x9c]),
};

// A flush as the last operation accepts truncated streams, as every browser does.
const zlibOptions = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
const brotliOptions = { flush: constants.BROTLI_OPERATION_FLUSH, finishFlush: constants.BROTLI_OPERATION_FLUSH };

function decoderFor(encoding: string, head: Buffer, maxBytes: number): Transform | undefined {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return isGzip(head) ? createGunzip(zlibOptions) : undefined;
    case 'deflate':
      // The standard means zlib's format; some servers send the bare deflate stream.
      return isZlib(head) ? createInflate(zlibOptions) : createInflateRaw(zlibOptions);
    case 'br':
      return createBrotliDecompress(brotliOptions);
    case 'zstd':
      return createZstdDecoder(maxBytes);
    default:
      return undefined;
  }
}

function isGzip(head: Buffer): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

function isZlib(head: Buffer): boolean {
  return ((head[0] ?? 0) & 0x0f) === 8 && head.length > 1 && head.readUInt16BE(0) % 31 === 0;
}

/** True for a UTF-16 byte order mark, and for bytes without control characters other than whitespace and ESC. */
export function looksLikeText(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 2_048);
  if ((head[0] === 0xfe && head[1] === 0xff) || (head[0] === 0xff && head[1] === 0xfe)) return true;
  return !head.some((byte) => byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d, 0x1b].includes(byte));
}
