import type { BrowserContext, Page } from 'puppeteer';
import { Failure } from '../../contracts/failures.ts';
import { withTimeout } from '../../runtime/timeLimit.ts';
import { type BrowserInstance, type BrowserInstancesOptions, createBrowserInstances } from './browserInstances.ts';
import { createIdlePages } from './idlePages.ts';
import { openPage, type PageSettings } from './openPage.ts';
import { BrowserDisconnected, createPageWatchdog, type PageWatchdog } from './pageWatchdog.ts';
import { createReusablePage, type ReusablePage } from './reusablePage.ts';
import { createSemaphore } from './semaphore.ts';

export interface BrowserPool {
  /**
   * Runs `use` on a page in its own browser context, which is closed or cleaned afterwards. Runs `use` a second time if the
   * browser dies under it. Rejects with what `use` threw, a `Failure`, or the signal's reason.
   */
  withPage<Result>(options: PageOptions, use: UsePage<Result>): Promise<Result>;
  /** Resident memory of all browser processes. */
  memoryBytes(): Promise<number>;
  /** Ends all browsers, also those in use. */
  close(): Promise<void>;
}

type UsePage<Result> = (page: Page, progress: Progress) => Promise<Result>;

/** Records what the work on a page is doing, for the message of a timeout, and says when that comes. */
export type Progress = Pick<PageWatchdog, 'enter' | 'deadline'>;

export type PageOptions = PageSettings & {
  /** Covers opening and using the page, but not the wait for a free slot. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Pages of one owner and origin may use the same browser context, which is cleaned in between. Others never do. */
  owner?: string | undefined;
  /** Another forward proxy than that of the browser. */
  proxyUrl?: string | undefined;
};

export type BrowserPoolOptions = BrowserInstancesOptions & {
  /** The maximum number of open pages. */
  concurrency: number;
  /** A page that takes longer to leave its document is closed. */
  leaveTimeoutMs?: number;
  /** A page that is not used again for this long is closed. */
  idleTimeoutMs?: number;
};

/** If a browser context takes longer to close, its browser hangs and is ended. */
const closeTimeoutMs = 3_000;
const defaultLeaveTimeoutMs = 1_000;
/** A batch takes the next page of a site at once; after that, an idle page only holds memory. */
const defaultIdleTimeoutMs = 2_000;

/** The only owner of Chromium: callers get pages for the duration of a callback, so they cannot leak them. */
export function createBrowserPool(options: BrowserPoolOptions): BrowserPool {
  const { concurrency, metrics } = options;
  const { leaveTimeoutMs = defaultLeaveTimeoutMs, idleTimeoutMs = defaultIdleTimeoutMs } = options;
  const semaphore = createSemaphore(concurrency);
  const browsers = createBrowserInstances(options);
  const idlePages = createIdlePages(({ context }, instance) => close(context, instance), idleTimeoutMs);
  let pagesInUse = 0;

  async function close(context: BrowserContext | undefined, instance: BrowserInstance): Promise<void> {
    if (!(await closeContext(context))) await browsers.end(instance, 'hung');
  }

  async function runOnPage<Result>(
    instance: BrowserInstance,
    settings: PageOptions,
    use: UsePage<Result>,
  ): Promise<Result> {
    const { browser } = instance.chromium;
    const watchdog = createPageWatchdog(browser, settings);
    const key = reuseKeyOf(settings);
    let context: BrowserContext | undefined;
    let used: ReusablePage | undefined;

    async function open(): Promise<ReusablePage> {
      // Idle pages make room for new ones.
      await idlePages.shrinkTo(Math.max(0, concurrency - pagesInUse));
      context = await browser.createBrowserContext({
        downloadBehavior: { policy: 'deny' },
        // By default, loopback addresses would bypass the proxy.
        ...(settings.proxyUrl && { proxyServer: settings.proxyUrl, proxyBypassList: ['<-loopback>'] }),
      });
      return createReusablePage(context, await openPage(context, settings), settings.origin);
    }
    async function work(): Promise<Result> {
      const idle = key === undefined ? undefined : idlePages.take(key, instance);
      context = idle?.context;
      const reusable = idle ?? (await open());
      await idle?.clean();
      watchdog.watch(reusable.page);
      const result = await use(reusable.page, watchdog);
      used = reusable;
      return result;
    }
    try {
      return await watchdog.race(work());
    } finally {
      watchdog.clear();
      if (key !== undefined && used && (await hasLeft(used, leaveTimeoutMs))) idlePages.put(key, instance, used);
      else await close(context, instance);
    }
  }

  async function attempt<Result>(settings: PageOptions, use: UsePage<Result>): Promise<Result> {
    const instance = await browsers.acquire();
    try {
      return await runOnPage(instance, settings, use);
    } finally {
      await browsers.release(instance);
    }
  }

  async function withPage<Result>(settings: PageOptions, use: UsePage<Result>): Promise<Result> {
    metrics?.waiting(1);
    const release = await semaphore.acquire(settings.signal).finally(() => metrics?.waiting(-1));
    metrics?.pageOpen(1);
    pagesInUse += 1;
    try {
      return await attempt(settings, use).catch((error: unknown) => {
        if (error instanceof BrowserDisconnected && !browsers.isClosed()) return attempt(settings, use);
        throw error;
      });
    } catch (error) {
      if (!(error instanceof BrowserDisconnected)) throw error;
      throw new Failure('DependencyDown', 'The browser ended while the page was open.', { cause: error });
    } finally {
      metrics?.pageOpen(-1);
      pagesInUse -= 1;
      release();
    }
  }

  return { withPage, memoryBytes: browsers.memoryBytes, close: browsers.close };
}

/** Pages with headers of the caller are not used again, because the headers are part of how they were opened. */
function reuseKeyOf(settings: PageOptions): string | undefined {
  const { owner, origin, headers, mobile, loadsMedia, isOnlyRead, languages, timeZone, proxyUrl } = settings;
  if (owner === undefined || Object.keys(headers).length > 0) return undefined;
  return JSON.stringify([owner, origin, mobile, loadsMedia, isOnlyRead, languages, timeZone, proxyUrl]);
}

/** False if the page may not be used again, or does not leave its document in time. */
function hasLeft(page: ReusablePage, timeoutMs: number): Promise<boolean> {
  return withTimeout(timeoutMs, page.leave(), 'the page does not leave its document').catch(() => false);
}

/** Closes the context and its page. False if that takes too long, or if the browser never created the context. */
function closeContext(context: BrowserContext | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    if (context === undefined) return resolve(false);
    const timer = setTimeout(() => resolve(false), closeTimeoutMs);
    function done(): void {
      clearTimeout(timer);
      resolve(true);
    }
    context.close().then(done, done);
  });
}
