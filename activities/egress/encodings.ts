import type { Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { zstdDecoder } from './zstd.ts';

/** What is offered is what `decoderFor` can undo. */
export const acceptEncoding = 'gzip, deflate, br, zstd';

/** Content-Encoding as a list, in the order in which it is undone. */
export function contentEncodings(header: string): string[] {
  return header
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity' && name !== 'none')
    .reverse();
}

// Streams that end early are read as far as they go, as every browser does.
const zlibOptions = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
const brotliOptions = { flush: constants.BROTLI_OPERATION_FLUSH, finishFlush: constants.BROTLI_OPERATION_FLUSH };

/** The decoder for an encoding, chosen with the first bytes at hand; none where the encoding is unknown or not true. */
export function decoderFor(encoding: string, head: Buffer, maxBytes: number): Transform | undefined {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return isGzip(head) ? createGunzip(zlibOptions) : undefined;
    case 'deflate':
      // Meant to be zlib's format; some servers send the bare stream.
      return isZlib(head) ? createInflate(zlibOptions) : createInflateRaw(zlibOptions);
    case 'br':
      return createBrotliDecompress(brotliOptions);
    case 'zstd':
      return zstdDecoder(maxBytes);
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

/** Whether bytes read as text: no control characters but the usual ones, or a byte order mark of UTF-16. */
export function looksLikeText(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 2_048);
  if ((head[0] === 0xfe && head[1] === 0xff) || (head[0] === 0xff && head[1] === 0xfe)) return true;
  return !head.some((byte) => byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d, 0x1b].includes(byte));
}
