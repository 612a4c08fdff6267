import { contentWidth, type DrawSection, emptySection, margin, sectionTitle, titleHeight } from './section.ts';
import { lineColor, monoFont, mutedColor, rect, textColor, textElement } from './svg.ts';

const gap = 24;
const cardHeight = 330;

export const drawTypography: DrawSection = ({ fonts, sizes, weight }, y) => {
  if (fonts.length === 0) return emptySection;
  const width = (contentWidth - gap * (fonts.length - 1)) / fonts.length;
  const top = y + titleHeight;
  const cards = fonts.map(({ use, label, family, stack }, index) => {
    const left = margin + index * (width + gap);
    const fontWeight = use === 'heading' ? (weight.heading ?? 700) : (weight.body ?? 400);
    const innerWidth = width - 56;
    const sample = { family: stack, weight: fontWeight, fill: textColor, x: left + 28, width: innerWidth };
    return [
      rect({ x: left, y: top, width, height: cardHeight, fill: '#fbfaf8', radius: 16, stroke: lineColor }),
      textElement(use === 'code' ? '{ }' : 'Aa', { ...sample, y: top + 118, size: 100 }),
      textElement('ABCDEFGHIJKLMNOPQRSTUVWXYZ', { ...sample, y: top + 172, size: 19 }),
      textElement('abcdefghijklmnopqrstuvwxyz', { ...sample, y: top + 200, size: 19 }),
      textElement('0123456789 &!?', { ...sample, y: top + 228, size: 19 }),
      textElement(label, { x: left + 28, y: top + 272, size: 14, fill: mutedColor }),
      textElement(family, { x: left + 28, y: top + 298, size: 20, weight: 620, width: innerWidth }),
    ].join('');
  });
  const steps = sizes.map(({ step, px }) => `${step} ${px}px`).join('   ·   ');
  const scale = textElement(steps, {
    x: margin,
    y: top + cardHeight + 38,
    size: 15,
    fill: mutedColor,
    family: monoFont,
  });
  return {
    svg: sectionTitle('Typography', y) + cards.join('') + scale,
    height: titleHeight + cardHeight + (steps ? 48 : 8),
  };
};
