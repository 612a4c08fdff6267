import { Readable } from 'node:stream';
import { type CompressedTexts, concatenate, decompressAll } from '../../storage/concatenableGzip.ts';
import type { Context } from './context.ts';

/** The texts in sequence, as the caller accepts them: compressed as they are stored, or else decompressed. */
export function encoded(ctx: Context, texts: CompressedTexts): Readable {
  ctx.vary('Accept-Encoding');
  // One chunk ahead instead of the usual sixteen, which are most of an answer: a slow reader would keep them in memory.
  if (ctx.acceptsEncodings('gzip', 'identity') !== 'gzip')
    return Readable.from(decompressAll(texts), { highWaterMark: 1 });
  ctx.set('Content-Encoding', 'gzip');
  return Readable.from(concatenate(texts));
}
