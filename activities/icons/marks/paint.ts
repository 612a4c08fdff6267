import { clampChroma, converter, formatHex, type Oklch } from 'culori';
import { contrastRatio, inks, parseColor, type Rgb, surfaces, toHex } from '../../../contracts/images/color.ts';
import type { Theme } from '../../../contracts/images/parameters.ts';

/**
 * A brand's color is kept if it has at least this contrast. The limits differ because dark blues fade sooner on black
 * than bright greens do on white.
 */
export const minContrast: Readonly<Record<Theme, number>> = { light: 1.6, dark: 2.8 };
/** The contrast that a color gets which has less. */
const liftedContrast = 3.4;
/** With less chroma a color is a gray, which becomes the theme's ink. */
const minChroma = 0.035;

const toOklch = converter('oklch');

/** The color if it can be seen on the surface; else one of the same hue that can, or the ink if it has no hue. */
export function liftColor(color: string, theme: Theme): string {
  const rgb = parseColor(color);
  if (rgb === undefined || contrastRatio(rgb, surfaces[theme]) >= minContrast[theme]) return color;
  // A yellow that is dark enough for white paper is no yellow any more.
  if (theme === 'light') return inks.light;
  const [r, g, b] = rgb;
  const { l, c, h = 0 } = toOklch({ mode: 'rgb', r: r / 255, g: g / 255, b: b / 255 });
  return c < minChroma ? inks.dark : lightened({ mode: 'oklch', l, c, h });
}

function lightened(color: Oklch): string {
  for (let l = color.l; l < 1; l += 0.01) {
    const hex = formatHex(clampChroma({ ...color, l }, 'oklch'));
    if (contrastRatio(parseColor(hex) ?? [0, 0, 0], surfaces.dark) >= liftedContrast) return hex;
  }
  return inks.dark;
}

const paints = /\b(fill|stroke|stop-color|flood-color|color)(\s*[=:]\s*["']?)(#[0-9a-f]{3,6}\b|[a-z]+)/gi;

/** A shape that may have the color that it has without any: black. */
const unpainted = /<(?:path|circle|ellipse|rect|polygon)\b(?![^>]*\bfill)/;

/** The colors that a drawing of a package has. */
function colorsOf(svg: string): Rgb[] {
  const named = [...svg.matchAll(paints)].map(([, , , color = '']) => color);
  return [...new Set([...named, ...(unpainted.test(svg) ? ['#000000'] : [])])].flatMap((color) => {
    const rgb = parseColor(color);
    return rgb === undefined ? [] : [rgb];
  });
}

/** Lifts every color of a drawing that is faint on the surface. What has no color of its own is black. */
export function liftPaints(svg: string, theme: Theme): string {
  const lifted = svg.replace(paints, (all, property: string, between: string, color: string) =>
    parseColor(color) ? `${property}${between}${liftColor(color, theme)}` : all,
  );
  return lifted.replace(/^<svg\b/, `<svg fill="${liftColor('#000000', theme)}"`);
}

/** Lifting keeps the drawing's parts apart: no dark gray becomes the light one beside it, and no mask changes. */
export function canBeLifted(svg: string, theme: Theme): boolean {
  if (/<mask|<image|<pattern/.test(svg)) return false;
  const colors = colorsOf(svg);
  const ink = parseColor(inks[theme]) ?? [0, 0, 0];
  const becomeInk = colors.some((color) => liftColor(toHex(color), theme) === inks[theme]);
  return !becomeInk || colors.every((color) => contrastRatio(color, ink) > 1.5);
}
