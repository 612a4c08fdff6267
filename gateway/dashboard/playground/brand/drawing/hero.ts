import { type Brand, mainFonts, stripeColors } from '../brand.ts';
import { readableOn } from '../contrast.ts';
import { type Logo, plateOn } from '../logo.ts';
import { drawControl } from './control.ts';
import { type DrawSection, margin, sheetWidth } from './section.ts';
import { image, rect, textElement } from './svg.ts';

const heroHeight = 440;
const stripesWidth = 430;

/** The brand's name in its own font on its own background, with its buttons and colors. */
export const drawHero: DrawSection = (brand) => {
  const { background, logo } = brand;
  const svg = [
    rect({ x: 0, y: 0, width: sheetWidth, height: heroHeight, fill: background }),
    logo ? drawLogo(logo, background) : '',
    drawName(brand),
    drawButtons(brand),
    drawStripes(brand),
    rect({ x: 0, y: heroHeight - 1, width: sheetWidth, height: 1, fill: '#00000014' }),
  ].join('');
  return { svg, height: heroHeight };
};

const logoSize = { width: 280, height: 64 };

function drawLogo(logo: Logo, background: string): string {
  const plate = plateOn(background, logo);
  const { width, height } = logoSize;
  if (plate === undefined) return image(logo.src, margin, 64, width, height, 'xMinYMid');
  return [
    rect({ x: margin, y: 52, width: width + 40, height: height + 24, fill: plate, radius: 14 }),
    image(logo.src, margin + 20, 64, width, height, 'xMidYMid'),
  ].join('');
}

function drawName(brand: Brand): string {
  const { name, host, color, background, weight } = brand;
  const { heading, text } = mainFonts(brand);
  const width = sheetWidth - margin * 2 - (stripeColors(brand).length > 0 ? stripesWidth : 0);
  // A long name gets smaller letters, so that it ends before the stripes.
  const size = Math.min(76, Math.max(34, width / (Math.max(8, [...name].length) * 0.6)));
  return [
    textElement(name, {
      x: margin,
      y: 236,
      size,
      fill: readableOn(background, color.textPrimary),
      family: heading?.stack,
      weight: weight.heading ?? 700,
      width,
      spacing: -0.5,
    }),
    textElement(`As visitors see ${host}`, {
      x: margin,
      y: 284,
      size: 22,
      fill: readableOn(background, color.textSecondary, color.textPrimary),
      family: text?.stack,
      width,
    }),
  ].join('');
}

function drawButtons(brand: Brand): string {
  let x = margin;
  const buttons: string[] = [];
  for (const { kind, look } of brand.controls) {
    if (kind === 'input') continue;
    const button = drawControl(brand, kind, look, x, 328);
    buttons.push(button.svg);
    x += button.width + 16;
  }
  return buttons.join('');
}

function drawStripes(brand: Brand): string {
  const stripes = stripeColors(brand);
  const total = stripes.reduce((sum, { share }) => sum + share, 0);
  let x = sheetWidth - stripesWidth;
  return stripes
    .map(({ hex, share }) => {
      const width = (stripesWidth * share) / total;
      // One pixel wider, so that no gap shows between two stripes.
      const stripe = rect({ x, y: 0, width: width + 1, height: heroHeight, fill: hex });
      x += width;
      return stripe;
    })
    .join('');
}
