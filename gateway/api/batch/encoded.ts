import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Context } from 'koa';
import { join, type Packed } from '../../../storage/packed.ts';

/** What is unpacked is passed on in pieces of this size: smaller ones cost more than they hold. */
const chunkSize = 64 * 1024;

/** These texts one behind the other, as the caller can read them: packed as they are, or unpacked where he cannot. */
export function encoded(ctx: Context, texts: AsyncIterable<Packed> | Iterable<Packed>): Readable {
  const packed = Readable.from(join(texts));
  ctx.vary('Accept-Encoding');
  if (ctx.acceptsEncodings('gzip', 'identity') === 'gzip') {
    ctx.set('Content-Encoding', 'gzip');
    return packed;
  }
  // Whoever reads the result hears of an error on either side.
  return pipeline(packed, createGunzip({ chunkSize }), () => {});
}
