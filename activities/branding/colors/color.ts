import { clampRgb, converter, formatHex, parse, wcagContrast } from 'culori';

/** A colour in OKLab, where distances are about as large as they look, and as it is written. */
export interface Color {
  hex: string;
  l: number;
  a: number;
  b: number;
  alpha: number;
}

const toRgb = converter('rgb');
const toOklab = converter('oklab');

/** Reads any CSS colour; what lies outside of sRGB is brought to its edge. */
export function readColor(css: string): Color | undefined {
  const parsed = parsedColor(css);
  if (parsed === undefined) return undefined;
  const rgb = clampRgb(toRgb(parsed));
  const { l, a, b } = toOklab(rgb);
  return { hex: formatHex(rgb), l, a, b, alpha: parsed.alpha ?? 1 };
}

function parsedColor(css: string) {
  try {
    return css === '' ? undefined : parse(css);
  } catch {
    // What a page writes into a custom property may begin like a colour and end like nothing.
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

/** From 0 for greys, also the tinted ones that text is set in, to 1 for what anybody calls a colour. */
export function vividness(color: Color): number {
  return Math.min(1, Math.max(0, (chroma(color) - 0.03) / 0.09));
}

export function contrast(one: Color, other: Color): number {
  return wcagContrast(one.hex, other.hex);
}

/** What is seen of a colour that lets some of the one behind it through. */
export function over(front: Color, back: Color): Color {
  if (front.alpha >= 0.995) return front;
  const [f, k] = [toRgb(parse(front.hex)), toRgb(parse(back.hex))];
  if (f === undefined || k === undefined) return front;
  const mix = (x: number, y: number) => x * front.alpha + y * (1 - front.alpha);
  const mixed = { mode: 'rgb' as const, r: mix(f.r, k.r), g: mix(f.g, k.g), b: mix(f.b, k.b) };
  const { l, a, b } = toOklab(mixed);
  return { hex: formatHex(mixed), l, a, b, alpha: 1 };
}

/** What is seen through all layers, nearest first; undefined where a picture is in the way. */
export function flatten(layers: readonly string[], root: Color): Color | undefined {
  const known: Color[] = [];
  for (const layer of layers) {
    if (layer === 'image') return undefined;
    const color = readColor(layer);
    if (color === undefined || color.alpha === 0) continue;
    known.push(color);
    if (color.alpha >= 0.995) break;
  }
  return known.reduceRight((behind, front) => over(front, behind), root);
}

/** The colours that a gradient goes through. */
export function gradientColors(gradient: string): Color[] {
  return (gradient.match(/(?:rgba?|hsla?|oklch|oklab|lab|lch|color)\([^()]*\)|#[0-9a-f]{3,8}\b/gi) ?? [])
    .map(readColor)
    .filter((color): color is Color => color !== undefined && color.alpha > 0.2);
}
