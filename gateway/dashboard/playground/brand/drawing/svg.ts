/** Text that stands in XML as it is: escaped, and without the signs that XML does not know. */
export function xml(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Surrogate}\ufffe\uffff]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** Nobody measures letters here: most are about this wide, in parts of their size. */
const usualWidth = 0.56;
export function widthOf(text: string, size: number): number {
  return [...text].length * size * usualWidth;
}

/** As much of a text as fits. */
export function fitted(text: string, width: number, size: number): string {
  const letters = [...text];
  const room = Math.floor(width / (size * usualWidth));
  return letters.length <= room ? text : `${letters.slice(0, Math.max(1, room - 1)).join('')}…`;
}

export const ink = '#1d1a16';
export const muted = '#6b6358';
export const line = '#e4ddd2';
export const ours = 'Inter, system-ui, sans-serif';
export const mono = "'JetBrains Mono', ui-monospace, monospace";

interface Letters {
  x: number;
  y: number;
  size: number;
  fill?: string;
  family?: string | undefined;
  weight?: number | undefined;
  anchor?: 'start' | 'middle' | 'end';
  /** The text is cut to fit into it. */
  width?: number;
  spacing?: number;
}

export function letters(
  text: string,
  { x, y, size, fill = ink, family = ours, weight = 400, anchor = 'start', width, spacing }: Letters,
): string {
  const shown = width === undefined ? text : fitted(text, width, size);
  const tracking = spacing === undefined ? '' : ` letter-spacing="${spacing}"`;
  return `<text x="${x}" y="${y}" font-size="${size}" font-family="${xml(family)}" font-weight="${weight}" fill="${xml(fill)}" text-anchor="${anchor}"${tracking}>${xml(shown)}</text>`;
}

interface Block {
  x: number;
  y: number;
  width: number;
  height: number;
  fill: string;
  radius?: number;
  stroke?: string;
  extra?: string;
}

export function block({ x, y, width, height, fill, radius = 0, stroke, extra = '' }: Block): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${Math.min(radius, height / 2, width / 2)}" fill="${xml(fill)}"${stroke ? ` stroke="${xml(stroke)}"` : ''}${extra}/>`;
}

export function picture(href: string, x: number, y: number, width: number, height: number, place = 'xMidYMid'): string {
  return `<image href="${xml(href)}" x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="${place} meet"/>`;
}
