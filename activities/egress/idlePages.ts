import type { BrowserInstance } from './browserInstances.ts';
import type { ReusablePage } from './reusablePage.ts';

/** Pages that wait to be used again, each for the documents of one owner and one origin. */
export interface IdlePages {
  /** Undefined if there is none for that key in that browser. */
  take(key: string, instance: BrowserInstance): ReusablePage | undefined;
  put(key: string, instance: BrowserInstance, page: ReusablePage): void;
  /** Closes the pages that have waited longest until at most `max` are left. */
  shrinkTo(max: number): Promise<void>;
}

interface IdlePage {
  key: string;
  instance: BrowserInstance;
  page: ReusablePage;
  timer: NodeJS.Timeout;
}

/** @param idleTimeoutMs A page that is not taken for this long is closed. */
export function createIdlePages(
  close: (page: ReusablePage, instance: BrowserInstance) => Promise<void>,
  idleTimeoutMs: number,
): IdlePages {
  /** In the order in which they became idle. */
  const idle = new Set<IdlePage>();

  function remove(one: IdlePage): void {
    clearTimeout(one.timer);
    idle.delete(one);
  }

  return {
    take(key, instance) {
      for (const one of idle) {
        if (one.key !== key || one.instance !== instance) continue;
        remove(one);
        return one.page;
      }
      return undefined;
    },
    put(key, instance, page) {
      const timer = setTimeout(() => {
        idle.delete(one);
        void close(page, instance);
      }, idleTimeoutMs);
      timer.unref();
      const one: IdlePage = { key, instance, page, timer };
      idle.add(one);
    },
    async shrinkTo(max) {
      const surplus = [...idle].slice(0, Math.max(0, idle.size - max));
      for (const one of surplus) remove(one);
      await Promise.all(surplus.map(({ page, instance }) => close(page, instance)));
    },
  };
}
