import type { ColorUse } from '../evidence.ts';
import { createBoundedMap } from './bounded.ts';
import { isTransparent, type VisitedElement } from './walk.ts';

const maxUses = 400;
const semanticNames: readonly [ColorUse['kind'], RegExp][] = [
  ['success', /(?:^|[\s_-])(?:success|positive|is-valid)(?:$|[\s_-])/i],
  ['warning', /(?:^|[\s_-])(?:warning|caution)(?:$|[\s_-])/i],
  ['error', /(?:^|[\s_-])(?:error|danger|destructive|negative|is-invalid|critical)(?:$|[\s_-])/i],
  ['active', /(?:^|[\s_-])(?:active|current|selected)(?:$|[\s_-])/i],
];

/** Colors other than those of text and surfaces: of drawings, borders, and elements whose class has a meaning. */
export function createColorUses() {
  const uses = createBoundedMap<ColorUse>(maxUses);
  function add(color: string, kind: ColorUse['kind'], zone: ColorUse['zone']): void {
    if (color === '' || color === 'none' || isTransparent(color)) return;
    const entry = uses.getOrCreate(`${zone}\n${kind}\n${color}`, () => ({ color, kind, zone, count: 0 }));
    if (entry !== undefined) entry.count += 1;
  }
  return {
    visit({ element, style, zone }: VisitedElement): void {
      if (element.localName === 'svg') {
        for (const color of drawingColors(element)) add(color, 'icon', zone);
        return;
      }
      if (Number.parseFloat(style.borderBottomWidth) >= 2 && style.borderBottomStyle !== 'none')
        add(style.borderBottomColor, 'border', zone);
      const names = element.getAttribute('class') ?? '';
      if (names === '' || names.length > 400) return;
      for (const [kind, pattern] of semanticNames) {
        if (!pattern.test(names)) continue;
        add(isTransparent(style.backgroundColor) ? style.color : style.backgroundColor, kind, zone);
      }
    },
    all: uses.all,
  };
}

const maxShapes = 12;

/** Fill and stroke colors of a drawing's first shapes. */
export function drawingColors(svg: Element): Set<string> {
  const colors = new Set<string>();
  let shapes = 0;
  for (const shape of svg.querySelectorAll('path, rect, circle, ellipse, polygon, polyline, line, text, use')) {
    if (shapes++ >= maxShapes || shape.closest('defs, mask, clipPath, symbol')) continue;
    const { fill, stroke } = getComputedStyle(shape);
    if (fill !== 'none' && !fill.startsWith('url')) colors.add(fill);
    if (stroke !== 'none' && !stroke.startsWith('url')) colors.add(stroke);
  }
  return colors;
}
