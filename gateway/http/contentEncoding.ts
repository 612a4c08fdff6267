import { Readable } from 'node:stream';
import {
  type CompressedTexts,
  concatenate,
  concatenatedBytes,
  decompressAll,
  decompressedBytes,
} from '../../storage/concatenableGzip.ts';
import type { Context } from './context.ts';

/**
 * The texts in sequence, as the caller accepts them: compressed as they are stored, or else decompressed. The answer says
 * how long it is, unless the texts are only found while they are sent.
 */
export function encoded(ctx: Context, texts: CompressedTexts): Readable {
  ctx.vary('Accept-Encoding');
  const listed = Array.isArray(texts) ? texts : undefined;
  if (ctx.acceptsEncodings('gzip', 'identity') !== 'gzip') {
    if (listed) ctx.length = decompressedBytes(listed);
    // One chunk ahead instead of the usual sixteen, which are most of an answer: a slow reader would keep them in memory.
    return Readable.from(decompressAll(texts), { highWaterMark: 1 });
  }
  ctx.set('Content-Encoding', 'gzip');
  if (listed) ctx.length = concatenatedBytes(listed);
  return Readable.from(concatenate(texts));
}
