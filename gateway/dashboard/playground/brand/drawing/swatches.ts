import { contrastPairs, readableOn } from '../contrast.ts';
import { contentWidth, type DrawSection, emptySection, margin, sectionTitle, titleHeight } from './section.ts';
import { monoFont, mutedColor, rect, textElement } from './svg.ts';

const columns = 5;
const gap = 18;
const width = (contentWidth - gap * (columns - 1)) / columns;
const rowHeight = 238;

export const drawSwatches: DrawSection = ({ colors, color, background }, y) => {
  if (colors.length === 0) return emptySection;
  const parts = colors.map(({ role, label, hex }, at) => {
    const left = margin + (at % columns) * (width + gap);
    const top = y + titleHeight + Math.floor(at / columns) * rowHeight;
    const pairs = contrastPairs({ role, hex }, background, color.textPrimary);
    return [
      rect({ x: left, y: top, width, height: 116, fill: hex, radius: 14, stroke: '#0000001f' }),
      textElement('Aa', { x: left + 18, y: top + 94, size: 30, fill: readableOn(hex), weight: 600 }),
      textElement(label, { x: left, y: top + 144, size: 16, weight: 620 }),
      textElement(hex, { x: left + width, y: top + 144, size: 15, fill: mutedColor, family: monoFont, anchor: 'end' }),
      ...pairs.map(({ against, ratio, grade }, row) => {
        const line = top + 168 + row * 22;
        return (
          textElement(`to ${against}`, { x: left, y: line, size: 14, fill: mutedColor }) +
          textElement(`${ratio.toFixed(1)}  ${grade}`, {
            x: left + width,
            y: line,
            size: 14,
            weight: 600,
            fill: ratio >= 4.5 ? '#17663c' : ratio >= 3 ? '#7d5200' : '#b01f2e',
            anchor: 'end',
          })
        );
      }),
    ].join('');
  });
  const rows = Math.ceil(colors.length / columns);
  return { svg: sectionTitle('Colors', y) + parts.join(''), height: titleHeight + rows * rowHeight - 24 };
};

export const drawPalette: DrawSection = ({ palette }, y) => {
  if (palette.length === 0) return emptySection;
  const all = palette.reduce((sum, { share }) => sum + Math.max(0.012, share), 0);
  let x = margin;
  const bars = palette.map(({ hex, share }) => {
    const wide = (contentWidth * Math.max(0.012, share)) / all;
    const bar = rect({ x, y: y + titleHeight, width: wide + 0.5, height: 44, fill: hex });
    x += wide;
    return bar;
  });
  const id = 'palette';
  const outline = rect({
    x: margin,
    y: y + titleHeight,
    width: contentWidth,
    height: 44,
    radius: 12,
    fill: 'none',
    stroke: '#0000001f',
  });
  const clip = `<clipPath id="${id}">${rect({ x: margin, y: y + titleHeight, width: contentWidth, height: 44, radius: 12, fill: '#000000' })}</clipPath>`;
  return {
    svg: `${sectionTitle('Palette', y)}${clip}<g clip-path="url(#${id})">${bars.join('')}</g>${outline}`,
    height: titleHeight + 60,
  };
};
