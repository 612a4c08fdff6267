import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type CompressedText, concatenate } from '../../storage/concatenableGzip.ts';
import type { Context } from './context.ts';

/** Of the decompressed stream; smaller chunks cost more than they contain. */
const chunkSize = 64 * 1024;

/** The texts in sequence, as the caller accepts them: compressed as they are stored, or else decompressed. */
export function encoded(ctx: Context, texts: AsyncIterable<CompressedText> | Iterable<CompressedText>): Readable {
  const compressed = Readable.from(concatenate(texts));
  ctx.vary('Accept-Encoding');
  if (ctx.acceptsEncodings('gzip', 'identity') === 'gzip') {
    ctx.set('Content-Encoding', 'gzip');
    return compressed;
  }
  // Errors on either side reach the reader of the result, so the callback has nothing to do.
  return pipeline(compressed, createGunzip({ chunkSize }), () => {});
}
