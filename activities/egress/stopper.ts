import type { Browser, Page } from 'puppeteer';
import { Failure } from '../../contracts/failures.ts';
import { seconds } from './explain.ts';

/** The browser ended, for whatever reason; its pages did nothing wrong that we know of. */
export class BrowserGone extends Error {}

/** Everything that ends work on a page before it is done: time, the caller, a crash of the page or of the browser. */
export interface Stopper {
  /** Says what the page is busy with, for the words of a time-out. */
  enter(activity: string): void;
  watch(page: Page): void;
  race<Result>(work: Promise<Result>): Promise<Result>;
  clear(): void;
}

export function createStopper(
  browser: Browser,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
): Stopper {
  let activity = 'opening the page';
  let stop: (reason: unknown) => void = () => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = reject;
  });
  // Work that is done in time leaves nobody to listen.
  stopped.catch(() => {});

  const onAbort = (): void => stop(signal?.reason);
  const onGone = (): void => stop(new BrowserGone('the browser ended'));
  const timer = setTimeout(
    () => stop(new Failure('PageTimedOut', `timed out after ${seconds(timeoutMs)} while ${activity}`)),
    timeoutMs,
  );
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  browser.once('disconnected', onGone);
  if (!browser.connected) onGone();

  return {
    enter: (words) => {
      activity = words;
    },
    watch: (page) => {
      page.once('error', () => stop(new Failure('PageUnreachable', 'the page crashed')));
    },
    race: async (work) => {
      // What the work throws after it was stopped is only an echo of that.
      work.catch(() => {});
      try {
        return await Promise.race([stopped, work]);
      } catch (error) {
        throw browser.connected || error instanceof Failure || signal?.aborted
          ? error
          : new BrowserGone('the browser ended', { cause: error });
      }
    },
    clear: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      browser.off('disconnected', onGone);
    },
  };
}
