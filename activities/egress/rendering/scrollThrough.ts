import type { ScrollLimits, ScrollPosition } from './inPageApi.ts';
import type { IsolatedWorlds } from './isolatedWorlds.ts';

/** Of all passes together, from the first on. An endless page is read as far as this. */
const maxScrollMs = 1_500;
const maxSteps = 20;
const maxHeight = 16_000;
/** After each pass the page may load more, so that there is more to scroll. */
const maxPasses = 4;

/** Scrolls through a page, so that it loads what it only loads when that comes into view. */
export interface Scroller {
  /** Scrolls to the end of what is there, within the limits. */
  pass(): Promise<void>;
  /** Whether more has appeared since the last pass. */
  hasMore(): Promise<boolean>;
  toTop(): Promise<void>;
}

export function createScroller(worlds: IsolatedWorlds): Scroller {
  let until = Number.POSITIVE_INFINITY;
  let stepsLeft = maxSteps;
  let passesLeft = maxPasses;
  let hasScrolled = false;

  function limits(): ScrollLimits {
    return { maxSteps: stepsLeft, maxHeight, timeoutMs: Math.max(0, until - Date.now()) };
  }
  /** A page that navigates or is busy is read as it is. */
  async function ask(name: string): Promise<ScrollPosition> {
    try {
      return await worlds.call<ScrollPosition>((await worlds.frameTree()).frame.id, name, { value: limits() });
    } catch {
      return { steps: 0, hasMore: false };
    }
  }

  return {
    async pass() {
      until = Math.min(until, Date.now() + maxScrollMs);
      passesLeft -= 1;
      const { steps } = await ask('scrollDown');
      stepsLeft -= steps;
      hasScrolled ||= steps > 0;
    },
    async hasMore() {
      return passesLeft > 0 && stepsLeft > 0 && Date.now() < until && (await ask('scrollPosition')).hasMore;
    },
    async toTop() {
      if (hasScrolled) await ask('scrollToTop');
    },
  };
}
