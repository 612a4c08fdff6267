import type { Brand } from '../brand.ts';
import { radiusPx } from './control.ts';
import { contentWidth, type DrawSection, emptySection, margin, sectionTitle, titleHeight } from './section.ts';
import { monoFont, mutedColor, rect, textColor, textElement } from './svg.ts';

/** Distances at their true size, and corners. */
export const drawSpacing: DrawSection = (brand, y) => {
  const { scale, radius, baseUnit, container } = brand.spacing;
  if (scale.length === 0 && radius === undefined) return emptySection;
  const accent = brand.color.primary ?? textColor;
  const top = y + titleHeight;
  const parts = [sectionTitle('Spacing and corners', y)];
  let x = margin;
  for (const px of scale) {
    const side = Math.min(px, 96);
    if (x + side > margin + contentWidth * 0.66) break;
    parts.push(rect({ x, y: top + 96 - side, width: side, height: side, fill: accent, radius: 2 }));
    parts.push(textElement(String(px), { x, y: top + 122, size: 14, fill: mutedColor, family: monoFont }));
    x += Math.max(side, 26) + 20;
  }
  if (radius !== undefined) {
    const left = margin + contentWidth * 0.7;
    const round = Math.min(radiusPx(radius, 96), 48);
    parts.push(
      rect({
        x: left,
        y: top,
        width: 96,
        height: 96,
        fill: 'none',
        radius: round,
        stroke: accent,
        extra: ' stroke-width="3"',
      }),
    );
    parts.push(
      textElement(radius === '9999px' ? 'round' : radius, {
        x: left,
        y: top + 122,
        size: 14,
        fill: mutedColor,
        family: monoFont,
      }),
    );
  }
  const facts = [baseUnit && `unit ${baseUnit} px`, container && `container ${container}`].filter((fact) => fact);
  for (const [at, fact] of facts.entries()) {
    parts.push(
      textElement(String(fact), {
        x: margin + contentWidth,
        y: top + 40 + at * 26,
        size: 16,
        fill: mutedColor,
        anchor: 'end',
      }),
    );
  }
  return { svg: parts.join(''), height: titleHeight + 130 };
};

/** Personality and design system, in large words. */
export const drawCharacter: DrawSection = ({ profile }: Brand, y) => {
  const { personality = {}, designSystem = {} } = profile;
  const traits = [
    ['Tone', personality.tone],
    ['Energy', personality.energy],
    ['For', personality.targetAudience],
    ['Framework', designSystem.framework],
    ['Components', designSystem.componentLibrary],
  ].filter((trait): trait is [string, string] => trait[1] !== undefined);
  if (traits.length === 0) return emptySection;
  const width = contentWidth / traits.length;
  const parts = traits.map(
    ([name, value], at) =>
      textElement(name, { x: margin + at * width, y: y + titleHeight + 8, size: 14, fill: mutedColor }) +
      textElement(value, { x: margin + at * width, y: y + titleHeight + 40, size: 24, weight: 640, width: width - 16 }),
  );
  return { svg: sectionTitle('Character', y) + parts.join(''), height: titleHeight + 56 };
};
