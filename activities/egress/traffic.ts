import type { HTTPRequest, Page } from 'puppeteer';
import { isMainNavigation } from './navigation.ts';

/** The requests of a page that bring something to read. */
export interface Traffic {
  /** Resolves when no request has been under way for that long, or at `until`. */
  idle(idleMs: number, until: number): Promise<void>;
  /** The requests that have begun since this was last called. */
  takeCount(): number;
  stop(): void;
}

/** Connections that stay open, and messages that nobody waits for. */
const endlessTypes = new Set(['eventsource', 'websocket', 'ping', 'media']);

/** They bring no text. */
const pictureTypes = new Set(['image', 'font', 'texttrack']);

/** Call it before navigation, so that no request is missed. */
export function watchTraffic(page: Page, { loadsMedia }: { loadsMedia: boolean }): Traffic {
  /** By URL, because of two requests of the same font one may have no end. */
  const underWay = new Set<string>();
  let lastActivityAt = Date.now();
  let count = 0;
  let onActivity: () => void = () => {};

  function onRequest(request: HTTPRequest): void {
    const type = request.resourceType();
    if (endlessTypes.has(type) || (!loadsMedia && pictureTypes.has(type))) return;
    // What the previous document has requested is of no interest any more.
    if (isMainNavigation(request, page)) underWay.clear();
    count += 1;
    underWay.add(request.url());
    lastActivityAt = Date.now();
    onActivity();
  }
  function onEnd(request: HTTPRequest): void {
    if (!underWay.delete(request.url())) return;
    lastActivityAt = Date.now();
    onActivity();
  }
  page.on('request', onRequest).on('requestfinished', onEnd).on('requestfailed', onEnd);

  /** How long to wait until the next look; 0 if the page has been idle for long enough. */
  function remainingMs(idleMs: number, until: number): number {
    const now = Date.now();
    if (now >= until) return 0;
    if (underWay.size > 0) return until - now;
    return Math.max(0, Math.min(until, lastActivityAt + idleMs) - now);
  }

  return {
    async idle(idleMs, until) {
      for (let waitMs = remainingMs(idleMs, until); waitMs > 0; waitMs = remainingMs(idleMs, until)) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, waitMs);
          onActivity = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    },
    takeCount() {
      const taken = count;
      count = 0;
      return taken;
    },
    stop() {
      page.off('request', onRequest).off('requestfinished', onEnd).off('requestfailed', onEnd);
    },
  };
}
