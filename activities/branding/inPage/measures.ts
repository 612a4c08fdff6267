import { createBoundedCounter } from './bounded.ts';
import type { Control } from './controls.ts';
import type { PageSize } from './pageSize.ts';
import { isTransparent, type VisitedElement } from './walk.ts';

const maxSpacing = 160;

/** The distances, corner radii and container widths of the page. */
export function createMeasures({ viewport }: PageSize) {
  const spacings = createBoundedCounter<number>(400);
  const radii = createBoundedCounter<string>(100);
  const containers = createBoundedCounter<number>(100);

  function addSpacing(value: string, weight: number): void {
    const px = Number.parseFloat(value);
    if (px > 0 && px <= maxSpacing) spacings.add(Math.round(px * 100) / 100, weight);
  }

  return {
    visit({ element, style, box, zone }: VisitedElement, control: Control): void {
      if (zone !== 'body' && zone !== 'header' && zone !== 'footer') return;
      // Margins are often the browser's defaults; paddings and gaps hardly ever.
      addSpacing(style.paddingTop, 3);
      addSpacing(style.paddingLeft, 3);
      addSpacing(style.marginBottom, 1);
      addSpacing(style.marginTop, 1);
      if (style.columnGap !== 'normal') addSpacing(style.columnGap, 3);
      if (style.rowGap !== 'normal' && style.rowGap !== style.columnGap) addSpacing(style.rowGap, 3);

      const painted =
        !isTransparent(style.backgroundColor) ||
        Number.parseFloat(style.borderTopWidth) > 0 ||
        style.boxShadow !== 'none';
      // Buttons and inputs show a design's corners best; small round boxes are avatars and dots.
      const radius = style.borderTopLeftRadius;
      const picture = element.localName === 'img' && radius !== '0px';
      if ((painted || picture) && box.width >= 40 && box.height >= 20)
        radii.add(radiusOf(radius, box), control === undefined ? 1 : 3);

      const isCentered = Math.abs(box.left - (viewport.width - box.right)) <= 20;
      const isNarrower = box.width < viewport.width - 40 && box.width >= 480;
      if (isCentered && isNarrower && style.maxWidth !== 'none' && box.height > 60)
        containers.add(Math.round(box.width));
    },
    all: () => ({ spacings: spacings.top(80), radii: radii.top(20), containers: containers.top(20) }),
  };
}

/** A corner that is as round as its box allows is a pill, whatever its number of pixels. */
function radiusOf(radius: string, box: DOMRect): string {
  const px = Number.parseFloat(radius);
  if (radius.includes('%')) return px >= 50 ? 'pill' : `${Math.round((px / 100) * Math.min(box.width, box.height))}px`;
  return px > 0 && px >= Math.min(box.width, box.height) / 2 - 0.5 ? 'pill' : `${Math.round(px * 10) / 10}px`;
}
