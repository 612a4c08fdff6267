import type { ScrollLimits, ScrollPosition } from '../inPageApi.ts';
import { page } from './unclobbered.ts';

/** Scrolls down, a screen at a time, until the end of the page or a limit is reached. */
export async function scrollDown({ maxSteps, maxHeight, timeoutMs }: ScrollLimits): Promise<ScrollPosition> {
  const scroller = findScroller();
  const until = performance.now() + timeoutMs;
  let steps = 0;
  for (; steps < maxSteps && performance.now() < until && hasMoreBelow(scroller, maxHeight); steps++) {
    scroller.scrollBy({ top: scroller.clientHeight, behavior: 'instant' });
    await nextFrame();
  }
  return { steps, hasMore: hasMoreBelow(scroller, maxHeight) };
}

/** Whether more has appeared below since the last step. */
export function scrollPosition({ maxHeight }: ScrollLimits): ScrollPosition {
  return { steps: 0, hasMore: hasMoreBelow(findScroller(), maxHeight) };
}

/** Resolves after the page has been told, so that what it shows fits its position. */
export async function scrollToTop(): Promise<void> {
  findScroller().scrollTo({ top: 0, behavior: 'instant' });
  window.scrollTo({ top: 0, behavior: 'instant' });
  await nextFrame();
}

function hasMoreBelow({ scrollTop, clientHeight, scrollHeight }: Element, maxHeight: number): boolean {
  return scrollTop + clientHeight < Math.min(scrollHeight, maxHeight) - 1;
}

/** The document, or the element in the middle of the screen that scrolls in its place, as in many applications. */
function findScroller(): Element {
  const root = page.scrollingElement ?? page.documentElement;
  if (root.scrollHeight > root.clientHeight + 1) return root;
  const center = page.elementFromPoint(window.innerWidth / 2, window.innerHeight / 2);
  for (let element = center; element; element = element.parentElement) {
    const isTaller = element.scrollHeight > element.clientHeight + 1 && element.clientHeight > window.innerHeight / 2;
    if (isTaller && /^(?:auto|scroll)$/.test(getComputedStyle(element).overflowY)) return element;
  }
  return root;
}

/** Resolves after the browser has told observers what is visible now. A page that is not drawn has no frames. */
function nextFrame(): Promise<void> {
  const maxFrameMs = 100;
  return new Promise((resolve) => {
    setTimeout(resolve, maxFrameMs);
    requestAnimationFrame(() => setTimeout(resolve));
  });
}
