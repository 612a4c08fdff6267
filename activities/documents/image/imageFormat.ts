import { decodeText, sniffPicture } from '../../icons/decode/sniff.ts';

export type ImageFormat = 'png' | 'jpeg' | 'gif' | 'webp' | 'avif' | 'tiff' | 'bmp' | 'svg';

export const formatNames: Readonly<Record<ImageFormat, string>> = {
  png: 'PNG',
  jpeg: 'JPEG',
  gif: 'GIF',
  webp: 'WebP',
  avif: 'AVIF',
  tiff: 'TIFF',
  bmp: 'BMP',
  svg: 'SVG',
};

/** The format of a body that is nothing but an image. */
export function imageFormatOf(body: Buffer): ImageFormat | undefined {
  if (/^(?:II\x2a\0|MM\0\x2a)/.test(body.toString('latin1', 0, 4))) return 'tiff';
  const format = sniffPicture(body.subarray(0, sampleBytes));
  switch (format) {
    case 'bmp':
      return isBitmap(body) ? format : undefined;
    case 'svg':
      return isDrawing(body) ? format : undefined;
    // Icon files and compressed drawings are for browsers alone.
    case 'ico':
    case 'svgz':
      return undefined;
    default:
      return format;
  }
}

const sampleBytes = 4_096;
/** The sizes of the headers that there are. */
const bitmapHeaders = [12, 40, 52, 56, 64, 108, 124];

/** A text may begin with `BM` too. */
function isBitmap(body: Buffer): boolean {
  return body.length > 26 && body.readUInt32LE(6) === 0 && bitmapHeaders.includes(body.readUInt32LE(14));
}

const drawingEnd = /<\/(?:[\w-]+:)?svg\s*>(?:\s|<!--(?:(?!-->)[\s\S])*-->)*$/i;

/** A page without `<html>` may begin with a drawing, and goes on behind it. */
function isDrawing(body: Buffer): boolean {
  const isUtf16 = body.subarray(0, 2).includes(0xfe);
  return drawingEnd.test(decodeText(isUtf16 ? body : body.subarray(-sampleBytes)));
}
