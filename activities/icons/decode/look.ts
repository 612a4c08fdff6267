import sharp, { type Sharp } from 'sharp';
import { parseColour } from '../../../contracts/images/color.ts';
import { fitted } from '../svg/box.ts';
import { sized } from '../svg/sized.ts';
import { lookedAtSide, smallestSide } from './limits.ts';
import { withoutMargins } from './margins.ts';
import { type OpenedPicture, openPicture } from './open.ts';
import { type Pixels, seePixels } from './pixels.ts';
import type { Look, LookTask } from './protocol.ts';
import { rasterize } from './rasterize.ts';
import { contentTypes } from './sniff.ts';

/** Decodes a picture from the web and says what is to be seen, for scoring it. */
export async function look({ body, theme, tint, trim = false }: LookTask): Promise<Look> {
  const opened = await openPicture(body, { theme, ...(tint === undefined ? {} : { tint }) });
  if (opened.vector) return lookAtDrawing(opened);

  const small = await pixelsOf(opened.image);
  const part = trim ? withoutMargins(opened, small) : undefined;
  const { format, recoded } = opened;
  const { width, height } = part ?? opened;
  const image = part ? opened.image.clone().extract(part) : opened.image;
  const tinted = tint === undefined ? undefined : await tintPixels(image, tint);
  const seen = seePixels(tinted?.small ?? (part ? await pixelsOf(image) : small));
  const tiny = Math.max(width, height) < smallestSide ? { blank: `only ${width}×${height} pixels` } : {};
  const kept = tinted?.png ?? (recoded || part ? await image.clone().png().toBuffer() : undefined);
  return {
    ...{ format, width, height, vector: false, ...seen, ...tiny },
    contentType: kept === undefined ? contentTypes[format] : 'image/png',
    ...(kept === undefined ? {} : { kept }),
  };
}

async function lookAtDrawing({ format, svg, box, hasText }: Extract<OpenedPicture, { vector: true }>): Promise<Look> {
  const drawn = rasterize(sized(svg, fitted(box, lookedAtSide)), hasText);
  const { blank, ...seen } = seePixels(await pixelsOf(sharp(drawn)));
  return {
    ...{ format, width: box.width, height: box.height, vector: true, ...seen },
    // Letters and emoji need fonts that this machine may not have; whoever looks at the icon has them.
    ...(blank === undefined || hasText ? {} : { blank }),
    ...(hasText && blank !== undefined ? { legibility: { light: unknown, dark: unknown } } : {}),
    contentType: contentTypes.svg,
    kept: Buffer.from(svg),
  };
}

const unknown = { contrast: 4, vanishing: 0 };

async function pixelsOf(image: Sharp): Promise<Pixels> {
  const { data, info } = await image
    .clone()
    .resize(lookedAtSide, lookedAtSide, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, rgba: data };
}

/** Side of a tinted copy: sharp enough for every common size, small enough to walk through pixel by pixel. */
const tintedSide = 512;

async function tintPixels(image: Sharp, tint: string): Promise<{ png: Buffer; small: Pixels }> {
  const { data, info } = await image
    .clone()
    .resize(tintedSide, tintedSide, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [red, green, blue] = parseColour(tint) ?? [0, 0, 0];
  for (let at = 0; at < data.length; at += 4) {
    data[at] = red;
    data[at + 1] = green;
    data[at + 2] = blue;
  }
  const png = await sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } })
    .png()
    .toBuffer();
  return { png, small: await pixelsOf(sharp(png)) };
}
