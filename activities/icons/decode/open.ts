import { gunzipSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { inks } from '../../../contracts/images/color.ts';
import type { Theme } from '../../../contracts/images/parameters.ts';
import type { Box } from '../svg/box.ts';
import { sanitizeSvg } from '../svg/sanitize.ts';
import { icoFrames } from './ico.ts';
import { mostPixels } from './limits.ts';
import { drawnBox } from './rasterize.ts';
import { looksLikeSvg, type PictureFormat, sniffPicture, textOf } from './sniff.ts';

/** The picture is not one, or one that we do not want to decode. Expected of files from the web. */
export class Unreadable extends Error {}

export type OpenedPicture =
  | { format: PictureFormat; vector: true; svg: string; box: Box; hasText: boolean }
  | { format: PictureFormat; vector: false; image: Sharp; width: number; height: number; recoded: boolean };

const longestDrawing = 4 * 1024 * 1024;

/** Opens the bytes as what they are, with the size known and judged before anything is decoded. */
export async function openPicture(
  body: Buffer,
  colours: { theme?: Theme; tint?: string } = {},
): Promise<OpenedPicture> {
  const format = sniffPicture(body);
  switch (format) {
    case undefined:
      throw new Unreadable('not a picture');
    case 'svg':
      return openDrawing(format, textOf(body), colours);
    case 'svgz':
      return openDrawing(format, inflate(body), colours);
    case 'ico':
      return openIconFile(body);
    case 'bmp':
      return openBitmap(body);
    default:
      return openRaster(format, body);
  }
}

function openDrawing(format: 'svg' | 'svgz', text: string, colours: { theme?: Theme; tint?: string }): OpenedPicture {
  const settled = { ...colours, ...(colours.theme === undefined ? {} : { ink: inks[colours.theme] }) };
  const first = sanitizeSvg(text, settled);
  if (first.problem !== undefined) throw new Unreadable(first.problem);
  if (first.box !== undefined) return { format, vector: true, svg: first.svg, box: first.box, hasText: first.hasText };

  // Neither a size nor a box is stated: the box is what is drawn.
  const box = drawnBox(first.svg);
  const second = box === undefined ? undefined : sanitizeSvg(text, { ...settled, box });
  if (second?.svg === undefined || box === undefined) throw new Unreadable('the drawing has no size');
  return { format, vector: true, svg: second.svg, box, hasText: second.hasText };
}

function inflate(body: Buffer): string {
  let text: string;
  try {
    text = textOf(gunzipSync(body, { maxOutputLength: longestDrawing }));
  } catch {
    throw new Unreadable('not a picture, or one that inflates too far');
  }
  if (!looksLikeSvg(text)) throw new Unreadable('not a picture');
  return text;
}

async function openRaster(format: PictureFormat, body: Buffer): Promise<OpenedPicture> {
  // Cut-off files fail; those with a harmless flaw, of which the web is full, do not.
  const options = { limitInputPixels: mostPixels, failOn: 'truncated', pages: 1, sequentialRead: true } as const;
  const { width, height } = await headerOf(sharp(body, options));
  if (width * height > mostPixels) throw new Unreadable('the picture has too many pixels');
  return { format, vector: false, image: sharp(body, options).autoOrient(), width, height, recoded: false };
}

async function headerOf(image: Sharp): Promise<{ width: number; height: number }> {
  try {
    const { autoOrient } = await image.metadata();
    return autoOrient;
  } catch (cause) {
    throw new Unreadable('the picture is broken or too large', { cause });
  }
}

async function openIconFile(body: Buffer): Promise<OpenedPicture> {
  for (const frame of icoFrames(body)) {
    if (frame.type === 'raw') {
      const { width, height, rgba } = frame;
      return {
        format: 'ico',
        vector: false,
        image: sharp(rgba, { raw: { width, height, channels: 4 } }),
        width,
        height,
        recoded: true,
      };
    }
    try {
      const opened = await openRaster('png', frame.body);
      // A frame is trusted only once it has been decoded; until then the next one may be better.
      if (!opened.vector) {
        await opened.image.clone().stats();
        return { ...opened, format: 'ico', recoded: true };
      }
    } catch {}
  }
  throw new Unreadable('the icon file has no readable frame');
}

async function openBitmap(body: Buffer): Promise<OpenedPicture> {
  if (body.length < 54) throw new Unreadable('not a picture');
  const [width, height] = [Math.abs(body.readInt32LE(18)), Math.abs(body.readInt32LE(22))];
  // The decoder allocates before it reads, so the header alone must not be able to ask for much.
  if (width * height === 0 || width * height > Math.min(mostPixels, body.length * 64))
    throw new Unreadable('the picture is broken or too large');
  // Loaded only here, and only the part of Jimp that is needed: bitmaps are rare.
  const [{ createJimp }, { default: bmp }] = await Promise.all([import('@jimp/core'), import('@jimp/js-bmp')]);
  try {
    const { bitmap } = await createJimp({ formats: [bmp] }).read(body);
    const raw = { width: bitmap.width, height: bitmap.height, channels: 4 } as const;
    return {
      format: 'bmp',
      vector: false,
      image: sharp(Buffer.from(bitmap.data), { raw }),
      width,
      height,
      recoded: true,
    };
  } catch (cause) {
    throw new Unreadable('the picture is broken', { cause });
  }
}
