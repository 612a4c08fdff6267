import type { ColorUse } from '../evidence.ts';
import { createTally } from './tally.ts';
import { isClear, type Visit } from './walk.ts';

const mostUses = 400;
const meanings: readonly [ColorUse['kind'], RegExp][] = [
  ['success', /(?:^|[\s_-])(?:success|positive|is-valid)(?:$|[\s_-])/i],
  ['warning', /(?:^|[\s_-])(?:warning|caution)(?:$|[\s_-])/i],
  ['error', /(?:^|[\s_-])(?:error|danger|destructive|negative|is-invalid|critical)(?:$|[\s_-])/i],
  ['active', /(?:^|[\s_-])(?:active|current|selected)(?:$|[\s_-])/i],
];

/** Colours beside those of text and surfaces: drawings, coloured borders, and what class names give a meaning. */
export function createColorUses() {
  const tally = createTally<ColorUse>(mostUses);
  function add(color: string, kind: ColorUse['kind'], zone: ColorUse['zone']): void {
    if (color === '' || color === 'none' || isClear(color)) return;
    const entry = tally.entry(`${zone}\n${kind}\n${color}`, () => ({ color, kind, zone, count: 0 }));
    if (entry !== undefined) entry.count += 1;
  }
  return {
    see({ element, style, zone }: Visit): void {
      if (element.localName === 'svg') {
        for (const color of drawingColors(element)) add(color, 'icon', zone);
        return;
      }
      if (Number.parseFloat(style.borderBottomWidth) >= 2 && style.borderBottomStyle !== 'none')
        add(style.borderBottomColor, 'border', zone);
      const names = element.getAttribute('class') ?? '';
      if (names === '' || names.length > 400) return;
      for (const [kind, pattern] of meanings) {
        if (!pattern.test(names)) continue;
        add(isClear(style.backgroundColor) ? style.color : style.backgroundColor, kind, zone);
      }
    },
    all: tally.all,
  };
}

const mostShapes = 12;

/** Fill and stroke colours of a drawing's first shapes. */
export function drawingColors(svg: Element): Set<string> {
  const colors = new Set<string>();
  let seen = 0;
  for (const shape of svg.querySelectorAll('path, rect, circle, ellipse, polygon, polyline, line, text, use')) {
    if (seen++ >= mostShapes || shape.closest('defs, mask, clipPath, symbol')) continue;
    const { fill, stroke } = getComputedStyle(shape);
    if (fill !== 'none' && !fill.startsWith('url')) colors.add(fill);
    if (stroke !== 'none' && !stroke.startsWith('url')) colors.add(stroke);
  }
  return colors;
}
