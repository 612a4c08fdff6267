import { median } from '../median.ts';
import { type Comparison, digitsFor } from '../row.ts';

const width = 720;
const labelWidth = 260;
const valueWidth = 150;
const barHeight = 22;
const gap = 10;
const padding = 12;
const titleHeight = 30;

/** A bar of the median for each program, with a line from the least to the most of its rounds. */
export function barChart(title: string, { unit, programs }: Comparison): string {
  const most = Math.max(...programs.flatMap(({ samples }) => samples));
  const scale = (value: number) => (most === 0 ? 0 : (value / most) * (width - labelWidth - valueWidth - 2 * padding));
  const left = padding + labelWidth;
  const bars = programs.map(({ name, samples }, at) => {
    const top = padding + titleHeight + at * (barHeight + gap);
    const middle = top + barHeight / 2;
    const value = median(samples);
    const [from, to] = [left + scale(Math.min(...samples)), left + scale(Math.max(...samples))];
    return [
      `<text x="${left - 8}" y="${middle + 4}" text-anchor="end">${escapeXml(name)}</text>`,
      `<rect x="${left}" y="${top}" width="${fixed(scale(value))}" height="${barHeight}" rx="3" fill="${at === 0 ? '#2563eb' : '#94a3b8'}"/>`,
      `<path d="M${fixed(from)} ${middle}H${fixed(to)}" stroke="#0f172a" stroke-width="2"/>`,
      `<text x="${fixed(to + 8)}" y="${middle + 4}">${value.toFixed(digitsFor(value))} ${escapeXml(unit)}</text>`,
    ].join('');
  });
  const height = 2 * padding + titleHeight + programs.length * (barHeight + gap);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="13" role="img"><title>${escapeXml(title)}</title><rect width="100%" height="100%" fill="#fff"/><g fill="#0f172a"><text x="${padding}" y="${padding + 16}" font-weight="600">${escapeXml(title)}</text>${bars.join('')}</g></svg>\n`;
}

function fixed(value: number): string {
  return value.toFixed(1);
}

function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
