import { childrenOf, page, tagOf } from '../../egress/rendering/inPage/unclobbered.ts';
import type { CollectLimits, Evidence, Zone } from '../evidence.ts';
import type { PageSize } from './pageSize.ts';
import { zoneOf } from './zones.ts';

/** An element with what it inherits from its ancestors. */
export interface VisitedElement {
  element: Element;
  style: CSSStyleDeclaration;
  box: DOMRect;
  /** The layers behind the element's own background, nearest first. */
  behind: readonly string[];
  /** The same layers with the element's own background on top. */
  backdrop: readonly string[];
  zone: Zone;
  visible: boolean;
}

/** Read even on pages with too many elements, because they show a brand best. */
const alwaysVisited = /^(?:h1|h2|h3|header|nav|footer|main|button|input|form|section|svg|img)$/;
const skippedTags = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'link',
  'meta',
  'head',
  'iframe',
  'object',
  'embed',
]);
const maxDepth = 400;

/**
 * Visits the document's elements in order. If there are too many, only every nth of the ordinary ones is visited;
 * after the timeout, none.
 */
export function walk(
  limits: CollectLimits,
  size: PageSize,
  onVisit: (visit: VisitedElement) => void,
): Evidence['elements'] {
  const total = page.getElementsByTagName('*').length;
  const step = Math.max(1, Math.ceil(total / limits.maxElements));
  const deadline = performance.now() + limits.timeoutMs;
  let encountered = 0;
  let read = 0;
  let outOfTime = false;

  /** What the children inherit; undefined if the element and everything in it is hidden. */
  function visit(element: Element, zone: Zone, behind: readonly string[]): Inherited | undefined {
    try {
      const visited = visitedElementOf(element, zone, behind, size);
      if (visited !== undefined) onVisit(visited);
      return visited;
    } catch {
      // A form field named like an element's property breaks that form; the rest of the page is still read.
      return { zone, backdrop: behind };
    }
  }

  function descend(element: Element, zone: Zone, behind: readonly string[], depth: number): void {
    const tag = tagOf(element);
    if (outOfTime || depth > maxDepth || skippedTags.has(tag)) return;
    encountered += 1;
    outOfTime = encountered % 64 === 0 && performance.now() > deadline;
    const children = childrenOf(element);
    const isSkipped = step > 1 && encountered % step !== 0 && !alwaysVisited.test(tag) && children.length <= 20;
    if (!isSkipped && read >= limits.maxElements * 2) return;
    if (!isSkipped) read += 1;
    const inherited = isSkipped ? { zone, backdrop: behind } : visit(element, zone, behind);
    // The shapes of a drawing are read where its colors are.
    if (inherited === undefined || tag === 'svg') return;
    for (const child of children) descend(child, inherited.zone, inherited.backdrop, depth + 1);
    if (element.shadowRoot instanceof ShadowRoot) {
      for (const child of childrenOf(element.shadowRoot)) descend(child, inherited.zone, inherited.backdrop, depth + 1);
    }
  }
  if (page.body) descend(page.body, 'body', [getComputedStyle(page.documentElement).backgroundColor], 0);
  return { total, read, outOfTime };
}

type Inherited = Pick<VisitedElement, 'zone' | 'backdrop'>;

/** Undefined if the element is not displayed. */
function visitedElementOf(
  element: Element,
  zone: Zone,
  behind: readonly string[],
  size: PageSize,
): VisitedElement | undefined {
  const style = getComputedStyle(element);
  if (style.display === 'none') return undefined;
  const box = element.getBoundingClientRect();
  const ownZone = element === page.body ? zone : zoneOf(element, style, box, zone, size);
  const visible = box.width > 0 && box.height > 0 && style.visibility === 'visible' && box.right + window.scrollX > 0;
  return { element, style, box, behind, backdrop: backdropOf(style, behind), zone: ownZone, visible };
}

const maxLayers = 4;

function backdropOf(style: CSSStyleDeclaration, behind: readonly string[]): readonly string[] {
  const { backgroundColor, backgroundImage } = style;
  const hasImage = backgroundImage !== 'none';
  if (!hasImage && isTransparent(backgroundColor)) return behind;
  const below = isOpaque(backgroundColor) ? [] : behind;
  const own = isTransparent(backgroundColor) ? [] : [backgroundColor];
  return [...(hasImage ? ['image'] : []), ...own, ...below].slice(0, maxLayers);
}

export function isTransparent(color: string): boolean {
  return (
    color === 'transparent' || color === '' || (/(?:,|\/)\s*0(?:\.0+)?%?\s*\)$/.test(color) && /rgba|\//.test(color))
  );
}

function isOpaque(color: string): boolean {
  return !isTransparent(color) && !/^rgba|\//.test(color);
}
