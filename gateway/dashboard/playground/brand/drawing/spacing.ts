import type { Brand } from '../brand.ts';
import { radiusPx } from './control.ts';
import { contentWidth, type DrawSection, emptySection, margin, sectionTitle, titleHeight } from './section.ts';
import { monoFont, mutedColor, rect, textColor, textElement } from './svg.ts';

/** The side of the largest square. */
const maxSidePx = 96;

/** Spacing at its real size, and the usual corner radius. */
export const drawSpacing: DrawSection = (brand, y) => {
  const { scale, radius } = brand.spacing;
  if (scale.length === 0 && radius === undefined) return emptySection;
  const accent = brand.color.primary ?? textColor;
  const top = y + titleHeight;
  const svg = [
    sectionTitle('Spacing and corners', y),
    drawScale(scale, top, accent),
    radius === undefined ? '' : drawCorner(radius, top, accent),
    drawFacts(brand.spacing, top),
  ].join('');
  return { svg, height: titleHeight + 130 };
};

/** One square for each step, as many as fit into two thirds of the width. */
function drawScale(scale: readonly number[], top: number, accent: string): string {
  const squares: string[] = [];
  let x = margin;
  for (const px of scale) {
    const side = Math.min(px, maxSidePx);
    if (x + side > margin + contentWidth * 0.66) break;
    squares.push(rect({ x, y: top + maxSidePx - side, width: side, height: side, fill: accent, radius: 2 }));
    squares.push(caption(String(px), x, top));
    x += Math.max(side, 26) + 20;
  }
  return squares.join('');
}

function drawCorner(radius: string, top: number, accent: string): string {
  const x = margin + contentWidth * 0.7;
  const square = rect({
    x,
    y: top,
    width: maxSidePx,
    height: maxSidePx,
    fill: 'none',
    radius: Math.min(radiusPx(radius, maxSidePx), maxSidePx / 2),
    stroke: accent,
    extra: ' stroke-width="3"',
  });
  return square + caption(radius === '9999px' ? 'round' : radius, x, top);
}

function caption(text: string, x: number, top: number): string {
  return textElement(text, { x, y: top + 122, size: 14, fill: mutedColor, family: monoFont });
}

function drawFacts({ baseUnit, container }: Brand['spacing'], top: number): string {
  return [baseUnit && `unit ${baseUnit} px`, container && `container ${container}`]
    .filter((fact) => fact)
    .map((fact, index) =>
      textElement(String(fact), {
        x: margin + contentWidth,
        y: top + 40 + index * 26,
        size: 16,
        fill: mutedColor,
        anchor: 'end',
      }),
    )
    .join('');
}
