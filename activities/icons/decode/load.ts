import { gunzipSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { inks } from '../../../contracts/images/color.ts';
import type { Theme } from '../../../contracts/images/parameters.ts';
import type { Box } from '../svg/box.ts';
import { sanitizeSvg } from '../svg/sanitize.ts';
import { decodeBitmap } from './bitmap.ts';
import { icoFrames } from './ico.ts';
import { maxPixels } from './limits.ts';
import { drawnBox } from './rasterize.ts';
import { decodeText, looksLikeSvg, type PictureFormat, sniffPicture } from './sniff.ts';
import { UnreadablePicture } from './unreadablePicture.ts';

export interface LoadedDrawing {
  format: PictureFormat;
  isVector: true;
  svg: string;
  box: Box;
  hasText: boolean;
}

interface LoadedRaster {
  format: PictureFormat;
  isVector: false;
  image: Sharp;
  width: number;
  height: number;
  /** The original bytes cannot be stored as they are: browsers show them poorly, or they hold several frames. */
  mustReencode: boolean;
}

export type LoadedPicture = LoadedDrawing | LoadedRaster;

interface Colors {
  theme?: Theme;
  tint?: string;
}

const maxInflatedBytes = 4 * 1024 * 1024;

/** Loads bytes by their real format. The size in the header is checked before any pixels are decoded. */
export async function loadPicture(body: Buffer, colors: Colors = {}): Promise<LoadedPicture> {
  const format = sniffPicture(body);
  switch (format) {
    case undefined:
      throw new UnreadablePicture('not a picture');
    case 'svg':
      return loadDrawing(format, decodeText(body), colors);
    case 'svgz':
      return loadDrawing(format, inflate(body), colors);
    case 'ico':
      return loadIconFile(body);
    case 'bmp':
      return loadBitmap(body);
    default:
      return loadRaster(format, body);
  }
}

function loadDrawing(format: 'svg' | 'svgz', text: string, colors: Colors): LoadedDrawing {
  const options = { ...colors, ...(colors.theme === undefined ? {} : { ink: inks[colors.theme] }) };
  const first = sanitizeSvg(text, options);
  if (first.problem !== undefined) throw new UnreadablePicture(first.problem);
  if (first.box !== undefined)
    return { format, isVector: true, svg: first.svg, box: first.box, hasText: first.hasText };

  // The drawing states neither a size nor a viewBox, so its box is that of everything it draws.
  const box = drawnBox(first.svg);
  const second = box === undefined ? undefined : sanitizeSvg(text, { ...options, box });
  if (second?.svg === undefined || box === undefined) throw new UnreadablePicture('the drawing has no size');
  return { format, isVector: true, svg: second.svg, box, hasText: second.hasText };
}

function inflate(body: Buffer): string {
  let text: string;
  try {
    text = decodeText(gunzipSync(body, { maxOutputLength: maxInflatedBytes }));
  } catch {
    throw new UnreadablePicture('not a picture, or one that inflates too far');
  }
  if (!looksLikeSvg(text)) throw new UnreadablePicture('not a picture');
  return text;
}

async function loadRaster(format: PictureFormat, body: Buffer): Promise<LoadedRaster> {
  // Truncated files fail. Files with harmless flaws, which are common on the web, do not.
  const options = { limitInputPixels: maxPixels, failOn: 'truncated', pages: 1, sequentialRead: true } as const;
  const { width, height } = await readSize(sharp(body, options));
  if (width * height > maxPixels) throw new UnreadablePicture('the picture has too many pixels');
  return { format, isVector: false, image: sharp(body, options).autoOrient(), width, height, mustReencode: false };
}

async function readSize(image: Sharp): Promise<{ width: number; height: number }> {
  try {
    const { autoOrient } = await image.metadata();
    return autoOrient;
  } catch (cause) {
    throw new UnreadablePicture('the picture is broken or too large', { cause });
  }
}

async function loadIconFile(body: Buffer): Promise<LoadedRaster> {
  for (const frame of icoFrames(body)) {
    if (frame.type === 'raw') {
      const { width, height, rgba } = frame;
      return {
        format: 'ico',
        isVector: false,
        image: sharp(rgba, { raw: { width, height, channels: 4 } }),
        width,
        height,
        mustReencode: true,
      };
    }
    try {
      const png = await loadRaster('png', frame.body);
      // A broken frame fails only when its pixels are decoded, and then the next best is tried.
      await png.image.clone().stats();
      return { ...png, format: 'ico', mustReencode: true };
    } catch {}
  }
  throw new UnreadablePicture('the icon file has no readable frame');
}

async function loadBitmap(body: Buffer): Promise<LoadedRaster> {
  const { width, height, rgba } = await decodeBitmap(body);
  const image = sharp(rgba, { raw: { width, height, channels: 4 } });
  return { format: 'bmp', isVector: false, image, width, height, mustReencode: true };
}
