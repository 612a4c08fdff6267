import { minVisibleShare } from '../brand.ts';
import { contrastPairs, type Grade, readableOn } from '../contrast.ts';
import { contentWidth, type DrawSection, emptySection, margin, sectionTitle, titleHeight } from './section.ts';
import { monoFont, mutedColor, rect, textElement } from './svg.ts';

const columns = 5;
const gap = 18;
const width = (contentWidth - gap * (columns - 1)) / columns;
const rowHeight = 238;

const gradeColors: Record<Grade, string> = { AAA: '#17663c', AA: '#17663c', 'AA large': '#7d5200', low: '#b01f2e' };

export const drawSwatches: DrawSection = ({ colors, color, background }, y) => {
  if (colors.length === 0) return emptySection;
  const swatches = colors.map(({ role, label, hex }, index) => {
    const left = margin + (index % columns) * (width + gap);
    const top = y + titleHeight + Math.floor(index / columns) * rowHeight;
    const pairs = contrastPairs({ role, hex }, background, color.textPrimary);
    return [
      rect({ x: left, y: top, width, height: 116, fill: hex, radius: 14, stroke: '#0000001f' }),
      textElement('Aa', { x: left + 18, y: top + 94, size: 30, fill: readableOn(hex), weight: 600 }),
      textElement(label, { x: left, y: top + 144, size: 16, weight: 620 }),
      textElement(hex, { x: left + width, y: top + 144, size: 15, fill: mutedColor, family: monoFont, anchor: 'end' }),
      ...pairs.map(({ against, ratio, grade }, row) => {
        const baseline = top + 168 + row * 22;
        return (
          textElement(`to ${against}`, { x: left, y: baseline, size: 14, fill: mutedColor }) +
          textElement(`${ratio.toFixed(1)}  ${grade}`, {
            x: left + width,
            y: baseline,
            size: 14,
            weight: 600,
            fill: gradeColors[grade],
            anchor: 'end',
          })
        );
      }),
    ].join('');
  });
  const rows = Math.ceil(colors.length / columns);
  return { svg: sectionTitle('Colors', y) + swatches.join(''), height: titleHeight + rows * rowHeight - 24 };
};

export const drawPalette: DrawSection = ({ palette }, y) => {
  if (palette.length === 0) return emptySection;
  const frame = { x: margin, y: y + titleHeight, width: contentWidth, height: 44, radius: 12 };
  const visibleShare = (share: number) => Math.max(minVisibleShare, share);
  const total = palette.reduce((sum, { share }) => sum + visibleShare(share), 0);
  let x = margin;
  const bars = palette.map(({ hex, share }) => {
    const barWidth = (contentWidth * visibleShare(share)) / total;
    const bar = rect({ x, y: frame.y, width: barWidth + 0.5, height: frame.height, fill: hex });
    x += barWidth;
    return bar;
  });
  const clip = `<clipPath id="palette">${rect({ ...frame, fill: '#000000' })}</clipPath>`;
  const outline = rect({ ...frame, fill: 'none', stroke: '#0000001f' });
  return {
    svg: `${sectionTitle('Palette', y)}${clip}<g clip-path="url(#palette)">${bars.join('')}</g>${outline}`,
    height: titleHeight + 60,
  };
};
