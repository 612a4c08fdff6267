/** Text for XML: escaped, and without the characters that XML does not allow. */
export function escapeXml(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Surrogate}\ufffe\uffff]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** In multiples of the font size. The server cannot measure text, so widths are estimated. */
const averageLetterWidth = 0.56;

export function estimateWidth(text: string, size: number): number {
  return [...text].length * size * averageLetterWidth;
}

/** As much of a text as fits into the width, with an ellipsis if it is cut. */
export function truncate(text: string, width: number, size: number): string {
  const letters = [...text];
  const maxLetters = Math.floor(width / (size * averageLetterWidth));
  return letters.length <= maxLetters ? text : `${letters.slice(0, Math.max(1, maxLetters - 1)).join('')}…`;
}

export const textColor = '#1d1a16';
export const mutedColor = '#6b6358';
export const lineColor = '#e4ddd2';
export const uiFont = 'Inter, system-ui, sans-serif';
export const monoFont = "'JetBrains Mono', ui-monospace, monospace";

interface TextOptions {
  x: number;
  y: number;
  size: number;
  fill?: string;
  family?: string | undefined;
  weight?: number | undefined;
  anchor?: 'start' | 'middle' | 'end';
  /** A longer text is cut to this width. */
  width?: number;
  spacing?: number;
}

export function textElement(
  text: string,
  { x, y, size, fill = textColor, family = uiFont, weight = 400, anchor = 'start', width, spacing }: TextOptions,
): string {
  const shown = width === undefined ? text : truncate(text, width, size);
  const letterSpacing = spacing === undefined ? '' : ` letter-spacing="${spacing}"`;
  return `<text x="${x}" y="${y}" font-size="${size}" font-family="${escapeXml(family)}" font-weight="${weight}" fill="${escapeXml(fill)}" text-anchor="${anchor}"${letterSpacing}>${escapeXml(shown)}</text>`;
}

interface RectOptions {
  x: number;
  y: number;
  width: number;
  height: number;
  fill: string;
  radius?: number;
  stroke?: string;
  /** More attributes, as markup. */
  extra?: string;
}

export function rect({ x, y, width, height, fill, radius = 0, stroke, extra = '' }: RectOptions): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${Math.min(radius, height / 2, width / 2)}" fill="${escapeXml(fill)}"${stroke ? ` stroke="${escapeXml(stroke)}"` : ''}${extra}/>`;
}

export function image(href: string, x: number, y: number, width: number, height: number, align = 'xMidYMid'): string {
  return `<image href="${escapeXml(href)}" x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="${align} meet"/>`;
}
