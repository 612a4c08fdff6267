import { median } from '../median.ts';
import { type Comparison, digitsFor, type Growth } from '../row.ts';

const width = 720;
const labelWidth = 260;
const valueWidth = 150;
const barHeight = 22;
const gap = 10;
const padding = 12;
const titleHeight = 30;
const plotHeight = 180;
const sideMargin = 80;

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
  return drawing(title, 2 * padding + titleHeight + programs.length * (barHeight + gap), bars.join(''));
}

/** A line through the points, from zero, so that what is flat looks flat. */
export function lineChart({ title, by, unit, points }: Growth): string {
  const top = padding + titleHeight + 16;
  const bottom = top + plotHeight;
  const most = Math.max(...points.map(({ y }) => y), Number.MIN_VALUE);
  // Sizes that grow tenfold from one point to the next are as far apart as workers one by one.
  const step = (width - 2 * sideMargin) / Math.max(1, points.length - 1);
  const places = points.map(({ x, y }, at) => ({
    x,
    y,
    left: sideMargin + at * step,
    down: bottom - (y / most) * plotHeight,
  }));
  const line = places.map(({ left, down }, at) => `${at === 0 ? 'M' : 'L'}${fixed(left)} ${fixed(down)}`).join('');
  const marks = places.map(({ x, y, left, down }) =>
    [
      `<circle cx="${fixed(left)}" cy="${fixed(down)}" r="4" fill="#2563eb"/>`,
      `<text x="${fixed(left)}" y="${fixed(down - 10)}" text-anchor="middle" paint-order="stroke" stroke="#fff" stroke-width="4">${shortNumber(y)} ${escapeXml(unit)}</text>`,
      `<text x="${fixed(left)}" y="${bottom + 20}" text-anchor="middle">${x.toLocaleString('en')}</text>`,
    ].join(''),
  );
  const axis = `<path d="M${padding} ${bottom}H${width - padding}" stroke="#94a3b8"/>`;
  const axisName = `<text x="${width / 2}" y="${bottom + 40}" text-anchor="middle" fill="#475569">${escapeXml(by)}</text>`;
  const curve = `<path d="${line}" fill="none" stroke="#2563eb" stroke-width="2"/>`;
  return drawing(title, bottom + 40 + padding, `${axis}${curve}${marks.join('')}${axisName}`);
}

function drawing(title: string, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="13" role="img"><title>${escapeXml(title)}</title><rect width="100%" height="100%" fill="#fff"/><g fill="#0f172a"><text x="${padding}" y="${padding + 16}" font-weight="600">${escapeXml(title)}</text>${content}</g></svg>\n`;
}

function shortNumber(value: number): string {
  return value >= 1_000 ? Math.round(value).toLocaleString('en') : value.toFixed(digitsFor(value));
}

function fixed(value: number): string {
  return value.toFixed(1);
}

function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
