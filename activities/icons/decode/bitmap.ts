import { maxPixels } from './limits.ts';
import type { Pixels } from './readPixels.ts';
import { UnreadablePicture } from './unreadablePicture.ts';

const minBytes = 54;

/** Decodes a BMP file, which sharp does not. */
export async function decodeBitmap(body: Buffer): Promise<Pixels> {
  if (body.length < minBytes) throw new UnreadablePicture('not a picture');
  const { width, height } = bitmapSize(body);
  // The decoder allocates before it reads, so a header may not claim much more than the file can hold.
  if (width * height === 0 || width * height > Math.min(maxPixels, body.length * 64))
    throw new UnreadablePicture('the picture is broken or too large');
  // Bitmaps are rare, so Jimp is loaded only when one comes.
  const [{ createJimp }, { default: bmp }] = await Promise.all([import('@jimp/core'), import('@jimp/js-bmp')]);
  try {
    const { bitmap } = await createJimp({ formats: [bmp] }).read(body);
    return { width: bitmap.width, height: bitmap.height, rgba: Buffer.from(bitmap.data) };
  } catch (cause) {
    throw new UnreadablePicture('the picture is broken', { cause });
  }
}

/** What the header says. Rows may go from top to bottom, and the height is negative then. */
export function bitmapSize(body: Buffer): { width: number; height: number } {
  return { width: Math.abs(body.readInt32LE(18)), height: Math.abs(body.readInt32LE(22)) };
}
