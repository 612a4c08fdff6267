import { page } from '../../egress/rendering/inPage/unclobbered.ts';
import type { Surface } from '../evidence.ts';
import { createBoundedMap } from './bounded.ts';
import type { PageSize } from './pageSize.ts';
import { isTransparent, type VisitedElement } from './walk.ts';

const maxSurfaces = 500;
const stripSteps = 200;
/** A box of at least this share of the viewport's width is the page's background at its height. */
const fullWidthShare = 0.9;
/** So is a box of this share at the viewport's edge, because the rest is a sidebar. */
const besideSidebarShare = 0.7;

/** The boxes that paint something, and the page's background from top to bottom. */
export function createSurfaces({ viewport, pageHeight }: PageSize) {
  const surfaces = createBoundedMap<Surface>(maxSurfaces);
  const strip: string[] = new Array<string>(stripSteps).fill('');
  const stepHeight = pageHeight / stripSteps;

  function paint(box: DOMRect, background: string): void {
    const top = box.top + window.scrollY;
    const first = Math.max(0, Math.round(top / stepHeight));
    const last = Math.min(stripSteps, Math.round((top + box.height) / stepHeight));
    strip.fill(background, first, Math.max(first, last));
  }

  const isWide = ({ width, left, right }: DOMRect): boolean =>
    width >= viewport.width * fullWidthShare ||
    (width >= viewport.width * besideSidebarShare && (left <= 1 || right >= viewport.width - 1));

  return {
    visit({ element, style, box, zone }: VisitedElement): void {
      const { backgroundColor, backgroundImage, boxShadow } = style;
      const paints = !isTransparent(backgroundColor) || backgroundImage !== 'none' || isPicture(element);
      if (paints && isWide(box) && element !== page.body && isOwnZone(zone)) {
        const hasImage = backgroundImage !== 'none' || isPicture(element);
        if (style.position !== 'fixed') paint(box, hasImage ? 'image' : backgroundColor);
      }
      const bordered = Number.parseFloat(style.borderTopWidth) > 0 && style.borderTopStyle !== 'none';
      if (
        (isTransparent(backgroundColor) && backgroundImage === 'none' && !bordered && boxShadow === 'none') ||
        isPicture(element)
      )
        return;
      const gradient = gradientOf(backgroundImage);
      const borderColor = bordered ? style.borderTopColor : '';
      const radius = style.borderTopLeftRadius;
      const shadow = boxShadow === 'none' ? '' : boxShadow.slice(0, 200);
      const key = [zone, backgroundColor, gradient, borderColor, radius, shadow].join('\n');
      const entry = surfaces.getOrCreate(key, () => ({
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
    all: surfaces.all,
    strip: () => strip,
  };
}

function isOwnZone(zone: string): boolean {
  return zone === 'body' || zone === 'header' || zone === 'footer';
}

function isPicture(element: Element): boolean {
  return /^(?:img|video|canvas|picture)$/.test(element.localName);
}

/** The gradient in a `background-image`; '' for pictures. */
export function gradientOf(backgroundImage: string): string {
  return backgroundImage.includes('gradient(') && !backgroundImage.includes('url(')
    ? backgroundImage.slice(0, 400)
    : '';
}
