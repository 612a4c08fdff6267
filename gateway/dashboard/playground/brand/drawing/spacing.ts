import type { Brand } from '../brand.ts';
import { cornerOf } from './control.ts';
import { block, ink, letters, mono, muted } from './svg.ts';
import { margin, nothing, type Piece, room, title, titleHeight } from './section.ts';

/** Distances at their true size, and corners. */
export const spacing: Piece = (brand, y) => {
  const { scale, radius, baseUnit, container } = brand.spacing;
  if (scale.length === 0 && radius === undefined) return nothing;
  const accent = brand.color.primary ?? ink;
  const top = y + titleHeight;
  const parts = [title('Spacing and corners', y)];
  let x = margin;
  for (const px of scale) {
    const side = Math.min(px, 96);
    if (x + side > margin + room * 0.66) break;
    parts.push(block({ x, y: top + 96 - side, width: side, height: side, fill: accent, radius: 2 }));
    parts.push(letters(String(px), { x, y: top + 122, size: 14, fill: muted, family: mono }));
    x += Math.max(side, 26) + 20;
  }
  if (radius !== undefined) {
    const left = margin + room * 0.7;
    const round = Math.min(cornerOf(radius, 96), 48);
    parts.push(
      block({
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
      letters(radius === '9999px' ? 'round' : radius, { x: left, y: top + 122, size: 14, fill: muted, family: mono }),
    );
  }
  const facts = [baseUnit && `unit ${baseUnit} px`, container && `container ${container}`].filter((fact) => fact);
  for (const [at, fact] of facts.entries()) {
    parts.push(
      letters(String(fact), { x: margin + room, y: top + 40 + at * 26, size: 16, fill: muted, anchor: 'end' }),
    );
  }
  return { svg: parts.join(''), height: titleHeight + 130 };
};

/** Personality and design system, in large words. */
export const character: Piece = ({ profile }: Brand, y) => {
  const { personality = {}, designSystem = {} } = profile;
  const traits = [
    ['Tone', personality.tone],
    ['Energy', personality.energy],
    ['For', personality.targetAudience],
    ['Framework', designSystem.framework],
    ['Components', designSystem.componentLibrary],
  ].filter((trait): trait is [string, string] => trait[1] !== undefined);
  if (traits.length === 0) return nothing;
  const width = room / traits.length;
  const parts = traits.map(
    ([name, value], at) =>
      letters(name, { x: margin + at * width, y: y + titleHeight + 8, size: 14, fill: muted }) +
      letters(value, { x: margin + at * width, y: y + titleHeight + 40, size: 24, weight: 640, width: width - 16 }),
  );
  return { svg: title('Character', y) + parts.join(''), height: titleHeight + 56 };
};
