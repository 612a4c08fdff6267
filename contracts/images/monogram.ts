import { createHash } from 'node:crypto';
import { domainToUnicode } from 'node:url';
import { luminance, type Rgb, toHex } from './color.ts';
import type { ImageKind } from './parameters.ts';

/** The aspect ratio that social networks expect of Open Graph images. */
const cardShape = { width: 1200, height: 630 };

/**
 * Every tile has this relative luminance, whatever its hue: white letters then have a contrast of at least 4.5:1 on
 * the tile, and the tile itself at least 3:1 on both #fff and #111.
 */
const tileLuminance = 0.15;

/** The fallback for a site without a picture: its first letter on a tile whose color depends only on the domain. */
export function monogram(
  domain: string,
  kind: ImageKind,
  size: number,
): { svg: string; width: number; height: number } {
  const letter = letterOf(domain);
  const fill = toHex(tileColor(domain));
  const width = size;
  const height = kind === 'icon' ? size : Math.max(1, Math.round((size * cardShape.height) / cardShape.width));
  const box = kind === 'icon' ? { width: 100, height: 100, corner: 22 } : { ...cardShape, corner: 0 };
  const fontSize = box.height * 0.56;
  // Capitals are about 0.72 of the font size tall, so the baseline is half of that below the middle.
  const baseline = roundToHundredths(box.height / 2 + fontSize * 0.36);
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${box.width} ${box.height}" role="img" aria-label="${escapeXml(letter)}">`,
    `<rect width="${box.width}" height="${box.height}" rx="${box.corner}" fill="${fill}"/>`,
    `<text x="${box.width / 2}" y="${baseline}" fill="#fff" font-family="system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Noto Sans',sans-serif" font-size="${roundToHundredths(fontSize)}" font-weight="600" text-anchor="middle">${escapeXml(letter)}</text>`,
    '</svg>',
  ].join('');
  return { svg, width, height };
}

/** The domain's first letter or digit, decoded from Punycode (`xn--…`) into its own script. */
export function letterOf(domain: string): string {
  const spelled = domainToUnicode(domain) || domain;
  const graphemes = [...new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(spelled)].map(
    ({ segment }) => segment,
  );
  const letter = graphemes.find((grapheme) => /[\p{Letter}\p{Number}]/u.test(grapheme)) ?? spelled.slice(0, 1);
  const capital = letter.toUpperCase();
  // Some letters, such as `ß`, have no single capital.
  return [...capital].length > [...letter].length ? letter : capital;
}

/** A hue derived from the domain, at the lightness that gives it the luminance above. */
export function tileColor(domain: string): Rgb {
  const hue = createHash('sha256').update(domain).digest().readUInt16BE(0) % 360;
  let [dark, light] = [0, 1];
  for (let step = 0; step < 20; step++) {
    const middle = (dark + light) / 2;
    if (luminance(fromHsl(hue, 0.62, middle)) < tileLuminance) dark = middle;
    else light = middle;
  }
  return fromHsl(hue, 0.62, dark);
}

function fromHsl(hue: number, saturation: number, lightness: number): Rgb {
  const amount = saturation * Math.min(lightness, 1 - lightness);
  function channel(offset: number): number {
    const k = (offset + hue / 30) % 12;
    return 255 * (lightness - amount * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  }
  return [channel(0), channel(8), channel(4)];
}

function roundToHundredths(value: number): number {
  return Math.round(value * 100) / 100;
}

export function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
}
