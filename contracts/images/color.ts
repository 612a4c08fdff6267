import type { Theme } from './parameters.ts';

export type Rgb = readonly [red: number, green: number, blue: number];

/** The background that icons of a theme are shown on. */
export const surfaces: Readonly<Record<Theme, Rgb>> = { light: [255, 255, 255], dark: [17, 17, 17] };

/** A single-color icon that would be invisible on the theme's surface is painted in this color instead. */
export const inks: Readonly<Record<Theme, string>> = { light: '#1a1a1a', dark: '#f5f5f5' };

/** Linear light for each sRGB channel value. */
const linearLight = Float64Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/** Relative luminance as WCAG defines it. */
export function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linearize(red) + 0.7152 * linearize(green) + 0.0722 * linearize(blue);
}

function linearize(value: number): number {
  return linearLight[Math.min(255, Math.max(0, Math.round(value)))] ?? 0;
}

/** Contrast ratio as WCAG defines it, 1 to 21. */
export function contrastRatio(a: Rgb, b: Rgb): number {
  const [one, other] = [luminance(a), luminance(b)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

export function toHex(rgb: Rgb): string {
  return `#${rgb
    .map((value) =>
      Math.min(255, Math.max(0, Math.round(value)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** Reads `#rgb`, `#rrggbb`, `rgb(…)` and the commonest color names; undefined for everything else. */
export function parseColor(text: string): Rgb | undefined {
  const hex = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(text.trim())?.[1];
  if (hex !== undefined) {
    const six = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex;
    const value = Number.parseInt(six, 16);
    return [value >> 16, (value >> 8) & 0xff, value & 0xff];
  }
  const parts = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)/i.exec(text.trim());
  if (parts !== null) return [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  return namedColors[text.trim().toLowerCase()];
}

/** The color names that sites use for mask icons in practice. */
const namedColors: Readonly<Record<string, Rgb>> = {
  black: [0, 0, 0],
  white: [255, 255, 255],
  red: [255, 0, 0],
  green: [0, 128, 0],
  blue: [0, 0, 255],
  orange: [255, 165, 0],
  purple: [128, 0, 128],
  gray: [128, 128, 128],
  grey: [128, 128, 128],
  yellow: [255, 255, 0],
  navy: [0, 0, 128],
  teal: [0, 128, 128],
  tomato: [255, 99, 71],
  crimson: [220, 20, 60],
};
