import sharp, { type Sharp } from 'sharp';
import type { Look, Theme } from '../../../contracts/images/parameters.ts';
import type { Box } from '../svg/box.ts';
import { resizeSvg } from '../svg/resize.ts';
import { inspectedSide } from './limits.ts';
import type { LoadedDrawing } from './load.ts';
import { inkOf, measurePixels } from './measurePixels.ts';
import { rasterize } from './rasterize.ts';
import { type Pixels, readPixels } from './readPixels.ts';

/** Near the surfaces, but told from them, so that tiles in a grid are seen as tiles. */
const plateColors: Readonly<Record<Theme, string>> = { light: '#f4f4f5', dark: '#26262b' };
/** Below this contrast `auto` takes the other plate. */
const minContrast = 2;

/** What a look comes to for one picture. */
interface Layout {
  plate?: string;
  /** In percent of the side. */
  padding: number;
  radius: number;
  /** The picture is a tile itself, so it takes the place of the plate. */
  fills: boolean;
}

function layoutOf({ plate, padding, radius }: Look, theme: Theme, pixels: Pixels): Layout {
  const ink = inkOf(pixels);
  const { hasBackground, squareness, legibility } = measurePixels(pixels);
  const fills = plate === 'auto' && ink !== undefined && hasBackground && squareness > 0.9;
  if (plate === 'none' || fills) return { padding: fills ? 0 : padding, radius, fills };
  const other = theme === 'light' ? 'dark' : 'light';
  const isSeen = legibility[theme].contrast >= minContrast && legibility[theme].invisibleShare < 0.5;
  const chosen = plate === 'auto' ? (isSeen ? theme : other) : plate;
  return { plate: plateColors[chosen], padding, radius, fills: false };
}

/** Puts a drawing on its plate, as a drawing. */
export async function drawingWithLook({ svg, box, hasText }: LoadedDrawing, look: Look, theme: Theme): Promise<string> {
  const side = Math.max(box.width, box.height);
  const square: Box = {
    x: box.x - (side - box.width) / 2,
    y: box.y - (side - box.height) / 2,
    width: side,
    height: side,
  };
  const small = rasterize(resizeSvg(withBox(svg, square), { width: inspectedSide, height: inspectedSide }), hasText);
  const pixels = await readPixels(sharp(small), inspectedSide);
  const { plate, padding, radius, fills } = layoutOf(look, theme, pixels);
  // The margin of a curated mark is for marks without a plate.
  const shown = withBox(svg, look.plate === 'none' ? square : inkBox(pixels, square));
  const inner = 100 - 2 * padding;
  const place = fills ? { at: 0, side: 100 } : { at: padding, side: inner };
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">',
    `<clipPath id="look"><rect width="100" height="100" rx="${radius}"/></clipPath><g clip-path="url(#look)">`,
    plate === undefined ? '' : `<rect width="100" height="100" fill="${plate}"/>`,
    resizeSvg(shown, { width: place.side, height: place.side }).replace(
      /^<svg\b/,
      `<svg x="${place.at}" y="${place.at}"`,
    ),
    '</g></svg>',
  ].join('');
}

/** The smallest square around what is drawn. */
function inkBox(pixels: Pixels, square: Box): Box {
  const ink = inkOf(pixels);
  if (ink === undefined) return square;
  const unit = square.width / pixels.width;
  const side = Math.max(ink.width, ink.height) * unit;
  const [middleX, middleY] = [ink.left + ink.width / 2, ink.top + ink.height / 2];
  return {
    x: square.x + middleX * unit - side / 2,
    y: square.y + middleY * unit - side / 2,
    width: side,
    height: side,
  };
}

function withBox(svg: string, { x, y, width, height }: Box): string {
  return svg.replace(/\bviewBox="[^"]*"/, `viewBox="${x} ${y} ${width} ${height}"`);
}

/** Puts pixels on their plate. */
export async function pixelsWithLook(image: Sharp, look: Look, theme: Theme, side: number): Promise<Sharp> {
  const { plate, padding, radius } = layoutOf(look, theme, await readPixels(image, inspectedSide));
  const inner = Math.max(1, Math.round((side * (100 - 2 * padding)) / 100));
  const offset = Math.floor((side - inner) / 2);
  const background = plate ?? { r: 0, g: 0, b: 0, alpha: 0 };
  const contained = await image
    .resize(inner, inner, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 }, kernel: 'lanczos3' })
    .toColorspace('srgb')
    .png()
    .toBuffer();
  const corner = (side * radius) / 100;
  const mask = rasterize(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="${side}" height="${side}" rx="${corner}"/></svg>`,
    false,
  );
  const placed = await sharp({ create: { width: side, height: side, channels: 4, background } })
    .composite([{ input: contained, left: offset, top: offset }])
    .png()
    .toBuffer();
  return sharp(placed).composite([{ input: mask, blend: 'dest-in' }]);
}
