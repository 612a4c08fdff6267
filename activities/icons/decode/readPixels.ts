import type { Sharp } from 'sharp';

/** Four bytes per pixel, with straight (not premultiplied) alpha. */
export interface Pixels {
  width: number;
  height: number;
  rgba: Buffer;
}

/** Reads the pixels of an image, scaled down so that no side is longer than this. */
export async function readPixels(image: Sharp, maxSide: number): Promise<Pixels> {
  const { data, info } = await image
    .clone()
    .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
    .toColorspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, rgba: data };
}
