import type { CollectLimits, Evidence, Zone } from '../evidence.ts';
import { childrenOf, page, tagOf } from './document.ts';
import type { PageSize } from './pageSize.ts';
import { zoneOf } from './zones.ts';

/** One element on the way through the page, with what its ancestors lend it. */
export interface Visit {
  element: Element;
  style: CSSStyleDeclaration;
  box: DOMRect;
  /** Painted behind the element's own background; its nearest layer first. */
  behind: readonly string[];
  /** The same with the element's own background on top. */
  backdrop: readonly string[];
  zone: Zone;
  visible: boolean;
}

/** Never skipped, however many elements there are: what a brand shows itself in. */
const telling = /^(?:h1|h2|h3|header|nav|footer|main|button|input|form|section|svg|img)$/;
const never = new Set(['script', 'style', 'template', 'noscript', 'link', 'meta', 'head', 'iframe', 'object', 'embed']);
const deepest = 400;

/**
 * Goes through the document once, in its order. Past the limit of elements only every nth of the plain ones is looked
 * at; past the limit of time none.
 */
export function walk(limits: CollectLimits, size: PageSize, see: (visit: Visit) => void): Evidence['elements'] {
  const total = page.getElementsByTagName('*').length;
  const step = Math.max(1, Math.ceil(total / limits.elements));
  const ends = performance.now() + limits.timeMs;
  let met = 0;
  let read = 0;
  let outOfTime = false;

  /** What the element lends to those inside it; undefined where nothing of it is shown. */
  function look(element: Element, zone: Zone, behind: readonly string[]): Lent | undefined {
    try {
      const visit = visitOf(element, zone, behind, size);
      if (visit !== undefined) see(visit);
      return visit;
    } catch {
      // A form whose fields are called like properties of an element: not worth the whole page.
      return { zone, backdrop: behind };
    }
  }

  function go(element: Element, zone: Zone, behind: readonly string[], depth: number): void {
    const tag = tagOf(element);
    if (outOfTime || depth > deepest || never.has(tag)) return;
    met += 1;
    outOfTime = met % 64 === 0 && performance.now() > ends;
    const children = childrenOf(element);
    const plain = step > 1 && met % step !== 0 && !telling.test(tag) && children.length <= 20;
    if (!plain && read >= limits.elements * 2) return;
    if (!plain) read += 1;
    const lent = plain ? { zone, backdrop: behind } : look(element, zone, behind);
    // The inside of a drawing is read by whoever is interested in drawings.
    if (lent === undefined || tag === 'svg') return;
    for (const child of children) go(child, lent.zone, lent.backdrop, depth + 1);
    if (element.shadowRoot instanceof ShadowRoot) {
      for (const child of childrenOf(element.shadowRoot)) go(child, lent.zone, lent.backdrop, depth + 1);
    }
  }
  if (page.body) go(page.body, 'body', [getComputedStyle(page.documentElement).backgroundColor], 0);
  return { total, read, outOfTime };
}

type Lent = Pick<Visit, 'zone' | 'backdrop'>;

/** Undefined where nothing of the element or below it is shown. */
function visitOf(element: Element, zone: Zone, behind: readonly string[], size: PageSize): Visit | undefined {
  const style = getComputedStyle(element);
  if (style.display === 'none') return undefined;
  const box = element.getBoundingClientRect();
  const place = element === page.body ? zone : zoneOf(element, style, box, zone, size);
  const visible = box.width > 0 && box.height > 0 && style.visibility === 'visible' && box.right + window.scrollX > 0;
  return { element, style, box, behind, backdrop: layers(style, behind), zone: place, visible };
}

const mostLayers = 4;

function layers(style: CSSStyleDeclaration, behind: readonly string[]): readonly string[] {
  const { backgroundColor, backgroundImage } = style;
  const pictured = backgroundImage !== 'none';
  if (!pictured && isClear(backgroundColor)) return behind;
  const below = isOpaque(backgroundColor) ? [] : behind;
  const own = isClear(backgroundColor) ? [] : [backgroundColor];
  return [...(pictured ? ['image'] : []), ...own, ...below].slice(0, mostLayers);
}

export function isClear(color: string): boolean {
  return (
    color === 'transparent' || color === '' || (/(?:,|\/)\s*0(?:\.0+)?%?\s*\)$/.test(color) && /rgba|\//.test(color))
  );
}

function isOpaque(color: string): boolean {
  return !isClear(color) && !/^rgba|\//.test(color);
}
