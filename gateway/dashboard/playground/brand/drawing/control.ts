import { type Brand, type ControlKind, type ControlLook, controlSamples, mainFonts } from '../brand.ts';
import { readableOn } from '../contrast.ts';
import { colorsIn } from '../safeValues.ts';
import { escapeXml, estimateWidth, rect, textElement } from './svg.ts';

const fontSize = 16;

/** A button or an input with the fill, border, corners, padding and shadow of the site; `x` and `y` are its top left corner. */
export function drawControl(brand: Brand, kind: ControlKind, look: ControlLook, x: number, y: number) {
  const [top = 12, right = top * 2] = (look.padding ?? '12px 24px').split(' ').map(Number.parseFloat);
  const sides = Math.min(60, Math.max(10, right));
  const height = Math.min(80, Math.max(34, fontSize * 1.5 + 2 * Math.min(24, top)));
  const width = kind === 'input' ? 280 : estimateWidth(controlSamples[kind], fontSize) + 2 * sides;
  const radius = look.radius === undefined ? 0 : radiusPx(look.radius, height);
  const id = `${kind}-${Math.round(x)}-${Math.round(y)}`;
  const gradient = look.fill.includes('gradient') ? gradientDefinition(look.fill, `g-${id}`) : undefined;
  const shadow = look.shadow === undefined ? undefined : shadowFilter(look.shadow, `s-${id}`);
  const fill = gradient ? `url(#g-${id})` : look.fill === 'transparent' ? 'none' : look.fill;
  const box = rect({
    x,
    y,
    width,
    height,
    radius,
    fill,
    ...(look.border && { stroke: look.border }),
    // A control without a fill gets no shadow: it would show through.
    extra: shadow && fill !== 'none' ? ` filter="url(#s-${id})"` : '',
  });
  const label = textElement(controlSamples[kind], {
    x: kind === 'input' ? x + Math.min(sides, 24) : x + width / 2,
    y: y + height / 2 + fontSize * 0.35,
    size: fontSize,
    fill: look.text ?? readableOn(brand.background),
    family: mainFonts(brand).text?.stack,
    weight: kind === 'input' ? brand.weight.body : (brand.weight.button ?? 500),
    anchor: kind === 'input' ? 'start' : 'middle',
  });
  const defs = [gradient, shadow].filter((definition) => definition !== undefined).join('');
  return { svg: `${defs && `<defs>${defs}</defs>`}${box}${label}`, width, height };
}

export function radiusPx(radius: string, height: number): number {
  const value = Number.parseFloat(radius);
  return radius.includes('%') ? (value / 100) * height : value;
}

/** A simplified gradient: evenly spaced stops, downwards or to the right. */
function gradientDefinition(gradient: string, id: string): string {
  const colors = colorsIn(gradient);
  const isDownwards = /180deg|to bottom[,\s]*(?:rgb|#)/.test(gradient) || !/deg|to /.test(gradient);
  const stops = colors.map(
    (color, index) => `<stop offset="${index / Math.max(1, colors.length - 1)}" stop-color="${escapeXml(color)}"/>`,
  );
  return `<linearGradient id="${id}" x1="0" y1="0" x2="${isDownwards ? 0 : 1}" y2="${isDownwards ? 1 : 0}">${stops.join('')}</linearGradient>`;
}

/** A filter for the first shadow that is not inset. */
function shadowFilter(shadow: string, id: string): string | undefined {
  const first = shadow.split(/,\s*(?![^(]*\))/).find((layer) => !layer.includes('inset'));
  const [color] = colorsIn(first ?? '');
  const [x = 0, y = 0, blur = 0] = [...(first ?? '').replace(color ?? '', '').matchAll(/-?[\d.]+(?=px)/g)].map(Number);
  if (first === undefined || color === undefined) return undefined;
  return `<filter id="${id}" x="-50%" y="-50%" width="200%" height="200%"><feDropShadow dx="${x}" dy="${y}" stdDeviation="${blur / 2}" flood-color="${escapeXml(color)}"/></filter>`;
}
