import { Failure } from '../../contracts/failures.ts';
import type { BrowserMetrics } from '../../runtime/metrics/work.ts';
import { type Chromium, type ChromiumOptions, launchChromium } from './chromium.ts';

export type BrowserInstancesOptions = ChromiumOptions & {
  /** A browser is replaced after it has opened this many pages. */
  maxPagesPerBrowser?: number;
  /** A browser is replaced when its processes use more memory than this. */
  maxMemoryBytes?: number;
  memoryCheckIntervalMs?: number;
  metrics?: BrowserMetrics;
};

/** A running Chromium with its usage. */
export interface BrowserInstance {
  chromium: Chromium;
  pagesOpened: number;
  pagesInFlight: number;
  /** A retired browser gets no new pages and ends with its last one. */
  isRetired: boolean;
  isEnding: boolean;
  memoryCheckedAt: number;
}

/** Starts a browser for the first page and replaces it when it is used up, hangs or dies. */
export interface BrowserInstances {
  /** The browser for one more page. Concurrent callers share one launch. */
  acquire(): Promise<BrowserInstance>;
  /** Ends the use of `acquire`, after the page is closed. */
  release(instance: BrowserInstance): Promise<void>;
  end(instance: BrowserInstance, reason: EndReason): Promise<void>;
  /** Resident memory of all processes of all browsers. */
  memoryBytes(): Promise<number>;
  isClosed(): boolean;
  close(): Promise<void>;
}

type EndReason = 'recycled' | 'hung' | 'died' | 'closed';

export function createBrowserInstances(options: BrowserInstancesOptions): BrowserInstances {
  const { maxPagesPerBrowser = 200, maxMemoryBytes = 2 * 2 ** 30, memoryCheckIntervalMs = 5_000, metrics } = options;
  const all = new Set<BrowserInstance>();
  let current: BrowserInstance | undefined;
  let launching: Promise<BrowserInstance> | undefined;
  let isClosed = false;

  async function launch(): Promise<BrowserInstance> {
    const chromium = await launchChromium(options);
    metrics?.launched();
    const instance: BrowserInstance = {
      chromium,
      pagesOpened: 0,
      pagesInFlight: 0,
      isRetired: false,
      isEnding: false,
      memoryCheckedAt: Date.now(),
    };
    all.add(instance);
    chromium.browser.once('disconnected', () => void end(instance, 'died'));
    if (isClosed) await end(instance, 'closed');
    else current = instance;
    return instance;
  }

  async function currentOrLaunched(): Promise<BrowserInstance> {
    if (isClosed) throw new Failure('DependencyDown', 'The browser is shutting down.');
    launching ??= current === undefined ? launch().finally(() => (launching = undefined)) : undefined;
    return launching ?? current ?? currentOrLaunched();
  }

  async function acquire(): Promise<BrowserInstance> {
    const instance = await currentOrLaunched();
    instance.pagesOpened += 1;
    instance.pagesInFlight += 1;
    return instance;
  }

  async function release(instance: BrowserInstance): Promise<void> {
    instance.pagesInFlight -= 1;
    if (!instance.isRetired && (await isUsedUp(instance))) retire(instance);
    if (instance.isRetired && instance.pagesInFlight === 0) await end(instance, 'recycled');
  }

  async function isUsedUp(instance: BrowserInstance): Promise<boolean> {
    if (instance.pagesOpened >= maxPagesPerBrowser) return true;
    if (Date.now() - instance.memoryCheckedAt < memoryCheckIntervalMs) return false;
    instance.memoryCheckedAt = Date.now();
    return (await instance.chromium.memoryBytes()) > maxMemoryBytes;
  }

  function retire(instance: BrowserInstance): void {
    instance.isRetired = true;
    if (current === instance) current = undefined;
  }

  async function end(instance: BrowserInstance, reason: EndReason): Promise<void> {
    retire(instance);
    // Ending a browser disconnects it, which calls this again; only the first reason counts.
    if (!instance.isEnding && reason !== 'closed') metrics?.ended(reason);
    instance.isEnding = true;
    await instance.chromium.end();
    all.delete(instance);
  }

  async function memoryBytes(): Promise<number> {
    const each = await Promise.all([...all].map(({ chromium }) => chromium.memoryBytes()));
    return each.reduce((sum, bytes) => sum + bytes, 0);
  }

  async function close(): Promise<void> {
    isClosed = true;
    await launching?.catch(() => {});
    await Promise.all([...all].map((instance) => end(instance, 'closed')));
  }

  return { acquire, release, end, memoryBytes, isClosed: () => isClosed, close };
}
