import sharp, { type Sharp } from 'sharp';
import { parseColor } from '../../../contracts/images/color.ts';
import { fitToSquare } from '../svg/box.ts';
import { resizeSvg } from '../svg/resize.ts';
import { inspectedSide, minSide } from './limits.ts';
import { type LoadedDrawing, loadPicture } from './load.ts';
import { measurePixels } from './measurePixels.ts';
import type { Inspection, InspectTask, Legibility } from './protocol.ts';
import { rasterize } from './rasterize.ts';
import { type Pixels, readPixels } from './readPixels.ts';
import { contentTypes } from './sniff.ts';
import { trimRegion } from './trim.ts';

/** Decodes a picture from the web and describes what it shows, for scoring it. */
export async function inspect({ body, theme, tint, trim = false }: InspectTask): Promise<Inspection> {
  const picture = await loadPicture(body, { theme, ...(tint === undefined ? {} : { tint }) });
  if (picture.isVector) return inspectDrawing(picture);

  const smallCopy = await readPixels(picture.image, inspectedSide);
  const region = trim ? trimRegion(picture, smallCopy) : undefined;
  const { format, mustReencode } = picture;
  const { width, height } = region ?? picture;
  const image = region ? picture.image.clone().extract(region) : picture.image;
  const tinted = tint === undefined ? undefined : await tintPixels(image, tint);
  const pixels = tinted?.smallCopy ?? (region ? await readPixels(image, inspectedSide) : smallCopy);
  const tiny = Math.max(width, height) < minSide ? { blank: `only ${width}×${height} pixels` } : {};
  const replacement = tinted?.png ?? (mustReencode || region ? await image.clone().png().toBuffer() : undefined);
  return {
    ...{ format, width, height, isVector: false, ...measurePixels(pixels), ...tiny },
    contentType: replacement === undefined ? contentTypes[format] : 'image/png',
    ...(replacement === undefined ? {} : { replacement }),
  };
}

/** Passed as legible, since the contrast of text that cannot be drawn is unknown. */
const assumedLegibility: Legibility = { contrast: 4, invisibleShare: 0 };

async function inspectDrawing({ format, svg, box, hasText }: LoadedDrawing): Promise<Inspection> {
  const drawn = rasterize(resizeSvg(svg, fitToSquare(box, inspectedSide)), hasText);
  const { blank, ...measured } = measurePixels(await readPixels(sharp(drawn), inspectedSide));
  return {
    ...{ format, width: box.width, height: box.height, isVector: true, ...measured },
    // Letters and emoji need fonts that this machine may not have, but the viewer's machine does.
    ...(blank === undefined || hasText ? {} : { blank }),
    ...(hasText && blank !== undefined ? { legibility: { light: assumedLegibility, dark: assumedLegibility } } : {}),
    contentType: contentTypes.svg,
    replacement: Buffer.from(svg),
  };
}

/** Side of a tinted copy: sharp enough for every common size, small enough to go through pixel by pixel. */
const tintedSide = 512;

async function tintPixels(image: Sharp, tint: string): Promise<{ png: Buffer; smallCopy: Pixels }> {
  const { rgba, width, height } = await readPixels(image, tintedSide);
  const [red, green, blue] = parseColor(tint) ?? [0, 0, 0];
  for (let at = 0; at < rgba.length; at += 4) {
    rgba[at] = red;
    rgba[at + 1] = green;
    rgba[at + 2] = blue;
  }
  const png = await sharp(rgba, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
  return { png, smallCopy: await readPixels(sharp(png), inspectedSide) };
}
