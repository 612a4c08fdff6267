import { createHash } from 'node:crypto';
import { domainToUnicode } from 'node:url';
import { luminance, type Rgb, toHex } from './color.ts';
import type { ImageKind } from './parameters.ts';

/** A card has the shape that Open Graph images are expected in. */
const cardShape = { width: 1200, height: 630 };

/**
 * Tiles have this relative luminance: white letters have 4.5:1 on them or more, and the tile itself 3:1 or more on
 * both #fff and #111, whatever the hue.
 */
const tileLuminance = 0.15;

/** The picture of a site that has none: its first letter on a tile whose colour is always the same for the domain. */
export function monogram(
  domain: string,
  kind: ImageKind,
  size: number,
): { svg: string; width: number; height: number } {
  const letter = letterOf(domain);
  const fill = toHex(tileColour(domain));
  const width = size;
  const height = kind === 'icon' ? size : Math.max(1, Math.round((size * cardShape.height) / cardShape.width));
  const box = kind === 'icon' ? { width: 100, height: 100, corner: 22 } : { ...cardShape, corner: 0 };
  const fontSize = box.height * 0.56;
  // Capitals reach up to about 0.72 of the font size: half of that below the middle is their baseline.
  const baseline = round(box.height / 2 + fontSize * 0.36);
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${box.width} ${box.height}" role="img" aria-label="${escaped(letter)}">`,
    `<rect width="${box.width}" height="${box.height}" rx="${box.corner}" fill="${fill}"/>`,
    `<text x="${box.width / 2}" y="${baseline}" fill="#fff" font-family="system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Noto Sans',sans-serif" font-size="${round(fontSize)}" font-weight="600" text-anchor="middle">${escaped(letter)}</text>`,
    '</svg>',
  ].join('');
  return { svg, width, height };
}

/** The domain's first letter or digit as people write it: `xn--…` names by their own script. */
export function letterOf(domain: string): string {
  const spelled = domainToUnicode(domain) || domain;
  const graphemes = [...new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(spelled)].map(
    ({ segment }) => segment,
  );
  const letter = graphemes.find((grapheme) => /[\p{Letter}\p{Number}]/u.test(grapheme)) ?? spelled.slice(0, 1);
  const capital = letter.toUpperCase();
  // `ß` has no single capital.
  return [...capital].length > [...letter].length ? letter : capital;
}

/** A hue from the domain, darkened or lightened until it has the one luminance that is readable everywhere. */
export function tileColour(domain: string): Rgb {
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

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
}
