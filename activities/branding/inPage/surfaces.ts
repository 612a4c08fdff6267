import type { Surface } from '../evidence.ts';
import { page } from './document.ts';
import type { PageSize } from './pageSize.ts';
import { createTally } from './tally.ts';
import { isClear, type Visit } from './walk.ts';

const mostSurfaces = 500;
const steps = 200;
/** A box this wide, compared with the window, is the page's background where it stands… */
const wide = 0.9;
/** …and so is one that leaves room for no more than a sidebar. */
const besideSidebar = 0.7;

/** What boxes paint, and what the page's background is from top to bottom. */
export function createSurfaces({ viewport, pageHeight }: PageSize) {
  const tally = createTally<Surface>(mostSurfaces);
  const strip: string[] = new Array<string>(steps).fill('');
  const stepHeight = pageHeight / steps;

  function paint(box: DOMRect, look: string): void {
    const top = box.top + window.scrollY;
    const first = Math.max(0, Math.round(top / stepHeight));
    const last = Math.min(steps, Math.round((top + box.height) / stepHeight));
    strip.fill(look, first, Math.max(first, last));
  }

  const isWide = ({ width, left, right }: DOMRect): boolean =>
    width >= viewport.width * wide ||
    (width >= viewport.width * besideSidebar && (left <= 1 || right >= viewport.width - 1));

  return {
    see({ element, style, box, zone }: Visit): void {
      const { backgroundColor, backgroundImage, boxShadow } = style;
      const paints = !isClear(backgroundColor) || backgroundImage !== 'none' || isPicture(element);
      if (paints && isWide(box) && element !== page.body && isOwnZone(zone)) {
        const pictured = backgroundImage !== 'none' || isPicture(element);
        if (style.position !== 'fixed') paint(box, pictured ? 'image' : backgroundColor);
      }
      const bordered = Number.parseFloat(style.borderTopWidth) > 0 && style.borderTopStyle !== 'none';
      if (
        (isClear(backgroundColor) && backgroundImage === 'none' && !bordered && boxShadow === 'none') ||
        isPicture(element)
      )
        return;
      const gradient = gradientOf(backgroundImage);
      const borderColor = bordered ? style.borderTopColor : '';
      const radius = style.borderTopLeftRadius;
      const shadow = boxShadow === 'none' ? '' : boxShadow.slice(0, 200);
      const key = [zone, backgroundColor, gradient, borderColor, radius, shadow].join('\n');
      const entry = tally.entry(key, () => ({
        zone,
        background: backgroundColor,
        gradient,
        borderColor,
        radius,
        shadow,
        area: 0,
        count: 0,
      }));
      if (entry === undefined) return;
      entry.area += Math.round(Math.min(box.width, viewport.width) * Math.min(box.height, pageHeight));
      entry.count += 1;
    },
    all: tally.all,
    strip: () => strip,
  };
}

function isOwnZone(zone: string): boolean {
  return zone === 'body' || zone === 'header' || zone === 'footer';
}
function isPicture(element: Element): boolean {
  return /^(?:img|video|canvas|picture)$/.test(element.localName);
}

/** The colours of a gradient; nothing of a picture. */
export function gradientOf(backgroundImage: string): string {
  return backgroundImage.includes('gradient(') && !backgroundImage.includes('url(')
    ? backgroundImage.slice(0, 400)
    : '';
}
