import type { Browser, Page } from 'puppeteer';
import { Failure } from '../../contracts/failures.ts';
import { timedOut } from './limitFailures.ts';

/** The browser crashed, was killed or was closed. The page is not known to be the cause, so its work may be retried. */
export class BrowserDisconnected extends Error {}

/** Interrupts the work on a page on a timeout, when the caller aborts, and when the page or the browser crashes. */
export interface PageWatchdog {
  /** When the timeout passes, in milliseconds since 1970. */
  readonly deadline: number;
  /** Sets the activity that the message of a timeout names, such as "rendering the page". */
  enter(activity: string): void;
  watch(page: Page): void;
  race<Result>(work: Promise<Result>): Promise<Result>;
  clear(): void;
}

export function createPageWatchdog(
  browser: Browser,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
): PageWatchdog {
  let currentActivity = 'opening the page';
  let interrupt: (reason: unknown) => void = () => {};
  const interrupted = new Promise<never>((_, reject) => {
    interrupt = reject;
  });
  // Prevents an unhandled rejection if the interruption comes after the work is done.
  interrupted.catch(() => {});

  const onAbort = (): void => interrupt(signal?.reason);
  const onDisconnected = (): void => interrupt(new BrowserDisconnected('the browser disconnected'));
  const onCrash = (): void => interrupt(new Failure('PageUnreachable', `The page crashed while ${currentActivity}.`));
  let watched: Page | undefined;
  const deadline = Date.now() + timeoutMs;
  const timer = setTimeout(() => interrupt(timedOut(timeoutMs, currentActivity)), timeoutMs);
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  browser.once('disconnected', onDisconnected);
  if (!browser.connected) onDisconnected();

  return {
    deadline,
    enter: (activity) => {
      currentActivity = activity;
    },
    watch: (page) => {
      watched = page.once('error', onCrash);
    },
    race: async (work) => {
      // Prevents an unhandled rejection if the work fails after it was interrupted.
      work.catch(() => {});
      try {
        return await Promise.race([interrupted, work]);
      } catch (error) {
        throw browser.connected || error instanceof Failure || signal?.aborted
          ? error
          : new BrowserDisconnected('the browser disconnected', { cause: error });
      }
    },
    clear: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      browser.off('disconnected', onDisconnected);
      watched?.off('error', onCrash);
    },
  };
}
