import type { Brand } from '../brand.ts';
import { readableOn } from '../contrast.ts';
import { drawComponents } from './components.ts';
import { drawControl } from './control.ts';
import { contentWidth, type DrawSection, margin, sheetWidth } from './section.ts';
import { drawCharacter, drawSpacing } from './spacing.ts';
import { image, mutedColor, rect, textElement } from './svg.ts';
import { drawPalette, drawSwatches } from './swatches.ts';
import { drawTypography } from './typography.ts';

export interface Drawing {
  svg: string;
  width: number;
  height: number;
}

/** The whole sheet as one drawing that needs nothing from elsewhere: what is saved as a picture. */
export function drawSheet(brand: Brand): Drawing {
  const pieces: DrawSection[] = [
    drawHero,
    drawSwatches,
    drawPalette,
    drawTypography,
    drawComponents,
    drawSpacing,
    drawCharacter,
  ];
  let y = 0;
  const parts: string[] = [];
  for (const piece of pieces) {
    const { svg, height } = piece(brand, y);
    parts.push(svg);
    y += height;
  }
  const height = Math.ceil(y + 104);
  const foot = [
    rect({ x: margin, y: height - 84, width: contentWidth, height: 1, fill: '#e4ddd2' }),
    textElement(brand.host, { x: margin, y: height - 40, size: 15, fill: mutedColor, width: 700 }),
    textElement('Read by Sightread', {
      x: sheetWidth - margin,
      y: height - 40,
      size: 15,
      fill: mutedColor,
      anchor: 'end',
    }),
  ].join('');
  const ground = rect({ x: 0, y: 0, width: sheetWidth, height, fill: '#ffffff' });
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${sheetWidth}" height="${height}" viewBox="0 0 ${sheetWidth} ${height}">${ground}${parts.join('')}${foot}</svg>`,
    width: sheetWidth,
    height,
  };
}

const heroHeight = 440;
const stripesWidth = 430;

const drawHero: DrawSection = (brand) => {
  const { name, host, color, background, fonts, weight, logo, controls } = brand;
  const heading = fonts.find(({ use }) => use === 'heading') ?? fonts.find(({ use }) => use === 'primary');
  const text = fonts.find(({ use }) => use === 'primary');
  const stripes = [color.primary, color.secondary, color.accent, color.link, color.textPrimary].filter(
    (hex, at, all): hex is string => hex !== undefined && hex !== background && all.indexOf(hex) === at,
  );
  const wide = sheetWidth - margin * 2 - (stripes.length > 0 ? stripesWidth : 0);
  // A long name in smaller letters; it still has to end before the stripes.
  const size = Math.min(76, Math.max(34, wide / (Math.max(8, [...name].length) * 0.6)));
  const parts = [
    rect({ x: 0, y: 0, width: sheetWidth, height: heroHeight, fill: background }),
    logo ? image(logo, margin, 64, 280, 64, 'xMinYMid') : '',
    textElement(name, {
      x: margin,
      y: 236,
      size,
      fill: readableOn(background, color.textPrimary),
      family: heading?.stack,
      weight: weight.heading ?? 700,
      width: wide,
      spacing: -0.5,
    }),
    textElement(`As visitors of ${host} see it`, {
      x: margin,
      y: 284,
      size: 22,
      fill: readableOn(background, color.textSecondary, color.textPrimary),
      family: text?.stack,
      width: wide,
    }),
  ];
  let x = margin;
  for (const { kind, look } of controls) {
    if (kind === 'input') continue;
    const drawn = drawControl(brand, kind, look, x, 328);
    parts.push(drawn.svg);
    x += drawn.width + 16;
  }
  const shares = stripes.map((_, at) => stripes.length - at + (at === 0 ? 2 : 0));
  const all = shares.reduce((sum, share) => sum + share, 0);
  let left = sheetWidth - stripesWidth;
  for (const [at, hex] of stripes.entries()) {
    const width = (stripesWidth * (shares[at] ?? 1)) / all;
    parts.push(rect({ x: left, y: 0, width: width + 1, height: heroHeight, fill: hex }));
    left += width;
  }
  parts.push(rect({ x: 0, y: heroHeight - 1, width: sheetWidth, height: 1, fill: '#00000014' }));
  return { svg: parts.join(''), height: heroHeight };
};
