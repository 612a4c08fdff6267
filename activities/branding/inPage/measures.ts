import type { Control } from './controls.ts';
import type { PageSize } from './pageSize.ts';
import { createCounts } from './tally.ts';
import { isClear, type Visit } from './walk.ts';

const largestSpacing = 160;

/** Distances, corners and widths that the page is built with. */
export function createMeasures({ viewport }: PageSize) {
  const spacings = createCounts<number>(400);
  const radii = createCounts<string>(100);
  const containers = createCounts<number>(100);

  function space(value: string, weight: number): void {
    const px = Number.parseFloat(value);
    if (px > 0 && px <= largestSpacing) spacings.add(Math.round(px * 100) / 100, weight);
  }

  return {
    see({ element, style, box, zone }: Visit, control: Control): void {
      if (zone !== 'body' && zone !== 'header' && zone !== 'footer') return;
      // Margins are often the browser's own, paddings and gaps hardly ever.
      space(style.paddingTop, 3);
      space(style.paddingLeft, 3);
      space(style.marginBottom, 1);
      space(style.marginTop, 1);
      if (style.columnGap !== 'normal') space(style.columnGap, 3);
      if (style.rowGap !== 'normal' && style.rowGap !== style.columnGap) space(style.rowGap, 3);

      const painted =
        !isClear(style.backgroundColor) || Number.parseFloat(style.borderTopWidth) > 0 || style.boxShadow !== 'none';
      // Buttons and inputs are where a design shows its corners; small round things are avatars and dots.
      const round = style.borderTopLeftRadius;
      const picture = element.localName === 'img' && round !== '0px';
      if ((painted || picture) && box.width >= 40 && box.height >= 20)
        radii.add(radiusOf(round, box), control === undefined ? 1 : 3);

      const centred = Math.abs(box.left - (viewport.width - box.right)) <= 20;
      const narrower = box.width < viewport.width - 40 && box.width >= 480;
      if (centred && narrower && style.maxWidth !== 'none' && box.height > 60) containers.add(Math.round(box.width));
    },
    all: () => ({ spacings: spacings.top(80), radii: radii.top(20), containers: containers.top(20) }),
  };
}

/** A corner that is as round as its box allows is a pill, whatever number stands there. */
function radiusOf(radius: string, box: DOMRect): string {
  const px = Number.parseFloat(radius);
  if (radius.includes('%')) return px >= 50 ? 'pill' : `${Math.round((px / 100) * Math.min(box.width, box.height))}px`;
  return px > 0 && px >= Math.min(box.width, box.height) / 2 - 0.5 ? 'pill' : `${Math.round(px * 10) / 10}px`;
}
