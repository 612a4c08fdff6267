import { pairsOf, readableOn } from '../contrast.ts';
import { block, letters, mono, muted } from './svg.ts';
import { margin, nothing, type Piece, room, title, titleHeight } from './section.ts';

const columns = 5;
const gap = 18;
const width = (room - gap * (columns - 1)) / columns;
const rowHeight = 238;

export const swatches: Piece = ({ colors, color, background }, y) => {
  if (colors.length === 0) return nothing;
  const parts = colors.map(({ role, label, hex }, at) => {
    const left = margin + (at % columns) * (width + gap);
    const top = y + titleHeight + Math.floor(at / columns) * rowHeight;
    const pairs = pairsOf({ role, hex }, background, color.textPrimary);
    return [
      block({ x: left, y: top, width, height: 116, fill: hex, radius: 14, stroke: '#0000001f' }),
      letters('Aa', { x: left + 18, y: top + 94, size: 30, fill: readableOn(hex), weight: 600 }),
      letters(label, { x: left, y: top + 144, size: 16, weight: 620 }),
      letters(hex, { x: left + width, y: top + 144, size: 15, fill: muted, family: mono, anchor: 'end' }),
      ...pairs.map(({ against, ratio, grade }, row) => {
        const line = top + 168 + row * 22;
        return (
          letters(`to ${against}`, { x: left, y: line, size: 14, fill: muted }) +
          letters(`${ratio.toFixed(1)}  ${grade}`, {
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
  return { svg: title('Colors', y) + parts.join(''), height: titleHeight + rows * rowHeight - 24 };
};

export const palette: Piece = ({ palette }, y) => {
  if (palette.length === 0) return nothing;
  const all = palette.reduce((sum, { share }) => sum + Math.max(0.012, share), 0);
  let x = margin;
  const bars = palette.map(({ hex, share }) => {
    const wide = (room * Math.max(0.012, share)) / all;
    const bar = block({ x, y: y + titleHeight, width: wide + 0.5, height: 44, fill: hex });
    x += wide;
    return bar;
  });
  const id = 'palette';
  const outline = block({
    x: margin,
    y: y + titleHeight,
    width: room,
    height: 44,
    radius: 12,
    fill: 'none',
    stroke: '#0000001f',
  });
  const clip = `<clipPath id="${id}">${block({ x: margin, y: y + titleHeight, width: room, height: 44, radius: 12, fill: '#000000' })}</clipPath>`;
  return {
    svg: `${title('Palette', y)}${clip}<g clip-path="url(#${id})">${bars.join('')}</g>${outline}`,
    height: titleHeight + 60,
  };
};
