import { clampRgb, converter, formatHex, parse, wcagContrast } from 'culori';

/** A color in OKLab, where distances match perception, and as hex. */
export interface Color {
  hex: string;
  l: number;
  a: number;
  b: number;
  alpha: number;
}

const toRgb = converter('rgb');
const toOklab = converter('oklab');

/** Reads any CSS color; one outside sRGB is clamped. */
export function readColor(css: string): Color | undefined {
  const parsed = parseCss(css);
  if (parsed === undefined) return undefined;
  const rgb = clampRgb(toRgb(parsed));
  const { l, a, b } = toOklab(rgb);
  return { hex: formatHex(rgb), l, a, b, alpha: parsed.alpha ?? 1 };
}

function parseCss(css: string) {
  try {
    return css === '' ? undefined : parse(css);
  } catch {
    // The parser throws on custom properties that only begin like a color.
    return undefined;
  }
}

export const white: Color = { hex: '#ffffff', l: 1, a: 0, b: 0, alpha: 1 };

export function distance(one: Color, other: Color): number {
  return Math.hypot(one.l - other.l, one.a - other.a, one.b - other.b);
}

export function chroma({ a, b }: Color): number {
  return Math.hypot(a, b);
}

/** In degrees: about 29 is red, 70 orange, 110 yellow, 142 green, 264 blue. */
export function hue({ a, b }: Color): number {
  return ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
}

/** From 0 for grays, including the tinted ones of text, to 1 for clearly visible colors. */
export function vividness(color: Color): number {
  return Math.min(1, Math.max(0, (chroma(color) - 0.03) / 0.09));
}

export function contrast(one: Color, other: Color): number {
  return wcagContrast(one.hex, other.hex);
}

/** The color that is visible when a translucent color is painted over another (Porter-Duff `over`). */
export function over(front: Color, back: Color): Color {
  if (front.alpha >= 0.995) return front;
  const [top, bottom] = [toRgb(parse(front.hex)), toRgb(parse(back.hex))];
  if (top === undefined || bottom === undefined) return front;
  const mix = (x: number, y: number) => x * front.alpha + y * (1 - front.alpha);
  const mixed = { mode: 'rgb' as const, r: mix(top.r, bottom.r), g: mix(top.g, bottom.g), b: mix(top.b, bottom.b) };
  const { l, a, b } = toOklab(mixed);
  return { hex: formatHex(mixed), l, a, b, alpha: 1 };
}

/** The color that is visible through all layers, nearest first; undefined if a picture is among them. */
export function flatten(layers: readonly string[], root: Color): Color | undefined {
  const visible: Color[] = [];
  for (const layer of layers) {
    if (layer === 'image') return undefined;
    const color = readColor(layer);
    if (color === undefined || color.alpha === 0) continue;
    visible.push(color);
    if (color.alpha >= 0.995) break;
  }
  return visible.reduceRight((behind, front) => over(front, behind), root);
}

/** The colors of a gradient's stops, without almost transparent ones. */
export function gradientColors(gradient: string): Color[] {
  return (gradient.match(/(?:rgba?|hsla?|oklch|oklab|lab|lch|color)\([^()]*\)|#[0-9a-f]{3,8}\b/gi) ?? [])
    .map(readColor)
    .filter((color): color is Color => color !== undefined && color.alpha > 0.2);
}
