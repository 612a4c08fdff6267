import type createSharp from 'sharp';
import type { Sharp } from 'sharp';
import { Failure } from '../../../contracts/failures.ts';
import { bitmapSize, decodeBitmap } from '../../icons/decode/bitmap.ts';
import { maxPixels } from '../../icons/decode/limits.ts';
import { restrictLibvips } from '../../icons/decode/restrictLibvips.ts';
import { maxOcrPixels, type Picture } from '../ocr/readPictures.ts';
import { formatNames, type ImageFormat } from './imageFormat.ts';
import { type ImageText, imageTextOf } from './imageText.ts';

/** An image of pixels. Only its header has been read. */
export interface Raster {
  width: number;
  height: number;
  /** A TIFF may have several, as a fax has; the frames of an animation are not counted. */
  pages: number;
  text: ImageText;
  /** Decodes a page, counted from 0, for OCR. Rejects if it is damaged or has too many pixels. */
  draw(page: number): Promise<Picture>;
}

/** Letters of a small picture are enlarged: OCR wants them at least 20 pixels high, and on screens they have about 12. */
const enlargedBelowPixels = 2_000_000;

export async function openRaster(body: Buffer, format: Exclude<ImageFormat, 'svg'>): Promise<Raster> {
  const { default: sharp } = await import('sharp');
  restrictLibvips(sharp, ['Tiff']);
  if (format === 'bmp') return openBitmap(sharp, body);
  const options = { limitInputPixels: maxPixels, failOn: 'truncated', sequentialRead: true } as const;
  // Only the header is read, which is safe for any number of pixels.
  const metadata = await sharp(body, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown): never => {
      throw new Failure('PageNotText', `The page is a ${formatNames[format]} image that is damaged.`, { cause });
    });
  const { autoOrient, pages = 1 } = metadata;
  return {
    ...autoOrient,
    pages: format === 'tiff' ? pages : 1,
    // A TIFF is what EXIF is made of.
    text: await imageTextOf(format === 'tiff' ? { ...metadata, exif: body } : metadata),
    draw: (page) => drawn(sharp(body, { ...options, page }).autoOrient()),
  };
}

function openBitmap(sharp: typeof createSharp, body: Buffer): Raster {
  async function draw(): Promise<Picture> {
    const { width, height, rgba } = await decodeBitmap(body);
    return drawn(sharp(rgba, { raw: { width, height, channels: 4 } }));
  }
  return { ...bitmapSize(body), pages: 1, text: {}, draw };
}

async function drawn(image: Sharp): Promise<Picture> {
  const { width, height } = (await image.metadata()).autoOrient;
  const enlarged = width * height < enlargedBelowPixels ? 2 : 1;
  const scale = Math.min(enlarged, Math.sqrt(maxOcrPixels / (width * height)));
  const png = await image
    .resize(Math.max(1, Math.round(width * scale)))
    .flatten({ background: '#fff' })
    .grayscale()
    .png({ compressionLevel: 1 })
    .toBuffer();
  return { png, scale };
}
