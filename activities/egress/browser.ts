import type { BrowserContext, Page } from 'puppeteer';
import { Failure } from '../../contracts/failures.ts';
import type { BrowserMetrics } from '../../runtime/metrics/work.ts';
import { type Chromium, type ChromiumOptions, launchChromium } from './chromium.ts';
import { openPage, type PageSettings } from './page.ts';
import { createSlots } from './slots.ts';
import { BrowserGone, createStopper, type Stopper } from './stopper.ts';

export interface BrowserPool {
  /**
   * Runs `use` on a page of its own, in a context of its own, and closes both whatever happens. `use` runs once more
   * where the browser ended under it. Rejects with what `use` threw, a `Failure`, or the signal's reason.
   */
  withPage<Result>(options: WithPage, use: (page: Page, progress: Progress) => Promise<Result>): Promise<Result>;
  /** Resident bytes of all its processes. */
  memory(): Promise<number>;
  /** Ends the browser and everything in it. */
  close(): Promise<void>;
}

/** What the page is busy with, for the words of a time-out. */
export type Progress = Pick<Stopper, 'enter'>;

export type WithPage = PageSettings & {
  /** For the page's whole life; waiting for a place is not counted. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
};

export type BrowserPoolOptions = ChromiumOptions & {
  /** In flight at once. */
  pages: number;
  /** A browser is replaced after so many pages, or when its processes hold more than so many bytes. */
  maxPages?: number;
  maxMemory?: number;
  /** How often at most the memory is looked at. */
  memoryCheckMs?: number;
  metrics?: BrowserMetrics;
};

/** A context that takes longer to close belongs to a browser that hangs. */
const closeTimeoutMs = 3_000;

/** A browser, how much it has done and what it is doing. */
interface Running {
  chromium: Chromium;
  opened: number;
  inFlight: number;
  retired: boolean;
  ending: boolean;
  memoryCheckedAt: number;
}

/** The one owner of Chromium: starts it for the first page, replaces it when it is used up, hangs or dies. */
export function createBrowserPool(options: BrowserPoolOptions): BrowserPool {
  const { pages, maxPages = 200, maxMemory = 2 * 2 ** 30, memoryCheckMs = 5_000, metrics } = options;
  const slots = createSlots(pages);
  const all = new Set<Running>();
  let current: Running | undefined;
  let starting: Promise<Running> | undefined;
  let closed = false;

  async function start(): Promise<Running> {
    const chromium = await launchChromium(options);
    metrics?.launched();
    const running: Running = {
      chromium,
      opened: 0,
      inFlight: 0,
      retired: false,
      ending: false,
      memoryCheckedAt: Date.now(),
    };
    all.add(running);
    chromium.browser.once('disconnected', () => void end(running, 'died'));
    if (closed) await end(running, 'closed');
    else current = running;
    return running;
  }

  /** The browser for the next page; callers that come together share one start. */
  async function browser(): Promise<Running> {
    if (closed) throw new Failure('DependencyDown', 'the browser is shutting down');
    starting ??= current === undefined ? start().finally(() => (starting = undefined)) : undefined;
    return starting ?? current ?? browser();
  }

  function retire(running: Running): void {
    running.retired = true;
    if (current === running) current = undefined;
  }

  async function end(running: Running, reason: 'recycled' | 'hung' | 'died' | 'closed'): Promise<void> {
    retire(running);
    // The first to end it knows why; its processes' end is then told once more.
    if (!running.ending && reason !== 'closed') metrics?.ended(reason);
    running.ending = true;
    await running.chromium.end();
    all.delete(running);
  }

  async function isUsedUp(running: Running): Promise<boolean> {
    if (running.opened >= maxPages) return true;
    if (Date.now() - running.memoryCheckedAt < memoryCheckMs) return false;
    running.memoryCheckedAt = Date.now();
    return (await running.chromium.memory()) > maxMemory;
  }

  async function onPage<Result>(running: Running, settings: WithPage, use: Use<Result>): Promise<Result> {
    const stopper = createStopper(running.chromium.browser, settings);
    let context: BrowserContext | undefined;
    async function work(): Promise<Result> {
      context = await running.chromium.browser.createBrowserContext({ downloadBehavior: { policy: 'deny' } });
      const page = await openPage(context, settings);
      stopper.watch(page);
      return use(page, stopper);
    }
    try {
      return await stopper.race(work());
    } finally {
      stopper.clear();
      if (!(await closes(context))) await end(running, 'hung');
    }
  }

  async function attempt<Result>(settings: WithPage, use: Use<Result>): Promise<Result> {
    const running = await browser();
    running.opened += 1;
    running.inFlight += 1;
    try {
      return await onPage(running, settings, use);
    } finally {
      running.inFlight -= 1;
      if (!running.retired && (await isUsedUp(running))) retire(running);
      if (running.retired && running.inFlight === 0) await end(running, 'recycled');
    }
  }

  async function withPage<Result>(settings: WithPage, use: Use<Result>): Promise<Result> {
    metrics?.waiting(1);
    const handBack = await slots.take(settings.signal).finally(() => metrics?.waiting(-1));
    metrics?.pageOpen(1);
    try {
      return await attempt(settings, use).catch((error: unknown) => {
        if (error instanceof BrowserGone && !closed) return attempt(settings, use);
        throw error;
      });
    } catch (error) {
      if (!(error instanceof BrowserGone)) throw error;
      throw new Failure('DependencyDown', 'the browser ended while it had the page', { cause: error });
    } finally {
      metrics?.pageOpen(-1);
      handBack();
    }
  }

  async function close(): Promise<void> {
    closed = true;
    await starting?.catch(() => {});
    await Promise.all([...all].map((running) => end(running, 'closed')));
  }

  async function memory(): Promise<number> {
    const each = await Promise.all([...all].map(({ chromium }) => chromium.memory()));
    return each.reduce((sum, bytes) => sum + bytes, 0);
  }

  return { withPage, memory, close };
}

type Use<Result> = (page: Page, progress: Progress) => Promise<Result>;

/** Whether the context closed in time, with its page. */
function closes(context: BrowserContext | undefined): Promise<boolean> {
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
