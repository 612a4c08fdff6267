import type { Brand } from '../brand.ts';
import { drawCharacter } from './character.ts';
import { drawComponents } from './components.ts';
import { drawHero } from './hero.ts';
import { contentWidth, type DrawSection, margin, sheetWidth } from './section.ts';
import { drawSpacing } from './spacing.ts';
import { lineColor, mutedColor, rect, textElement } from './svg.ts';
import { drawPalette, drawSwatches } from './swatches.ts';
import { drawTypography } from './typography.ts';

const footerHeight = 104;

export interface Drawing {
  svg: string;
  width: number;
  height: number;
}

/** The whole sheet as one SVG that loads nothing; client/brand.js turns it into the PNG to save. */
export function drawSheet(brand: Brand): Drawing {
  const drawSections: DrawSection[] = [
    drawHero,
    drawSwatches,
    drawPalette,
    drawTypography,
    drawComponents,
    drawSpacing,
    drawCharacter,
  ];
  let y = 0;
  const sections: string[] = [];
  for (const drawSection of drawSections) {
    const { svg, height } = drawSection(brand, y);
    sections.push(svg);
    y += height;
  }
  const height = Math.ceil(y + footerHeight);
  const footer = [
    rect({ x: margin, y: height - 84, width: contentWidth, height: 1, fill: lineColor }),
    textElement(brand.host, { x: margin, y: height - 40, size: 15, fill: mutedColor, width: 700 }),
    textElement('Read by Sightread', {
      x: sheetWidth - margin,
      y: height - 40,
      size: 15,
      fill: mutedColor,
      anchor: 'end',
    }),
  ].join('');
  const background = rect({ x: 0, y: 0, width: sheetWidth, height, fill: '#ffffff' });
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${sheetWidth}" height="${height}" viewBox="0 0 ${sheetWidth} ${height}">${background}${sections.join('')}${footer}</svg>`,
    width: sheetWidth,
    height,
  };
}
