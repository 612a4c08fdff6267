import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'puppeteer';
import type { EgressRules } from '../../contracts/egress/rules.ts';
import { checkUrl } from '../../contracts/egress/url.ts';
import { Failure } from '../../contracts/failures.ts';
import type { ScreenshotFormat, ScreenshotOptions } from '../../contracts/requests/formats.ts';
import type { BrowserPool, Progress } from './browserPool.ts';
import { defaultFetchLimits } from './fetchLimits.ts';
import type { ForwardProxy } from './forwardProxy.ts';
import { dropReservedHeaders } from './headers.ts';
import { trackNavigation } from './navigation.ts';
import { createPageReaders } from './rendering/pageReader.ts';
import { watchTraffic } from './traffic.ts';
import { waitUntilStable } from './waitUntilStable.ts';

export interface RenderRequest {
  /** May contain a user name and password, which appear in no result or failure. */
  url: string;
  /** Additional wait after the page looks finished. */
  waitForMs?: number;
  timeoutMs?: number;
  mobile?: boolean;
  headers?: Record<string, string>;
  /** Whether to take one, and how. */
  screenshot?: ScreenshotOptions | false;
  /** Limits the HTML after rendering. */
  maxBytes?: number;
  signal?: AbortSignal | undefined;
  /** Whom the page is rendered for. Pages of one owner and origin may follow each other in one browser tab. */
  owner?: string;
}

export interface Screenshot {
  bytes: Buffer;
  format: ScreenshotFormat;
}

export interface RenderResult {
  /** The URL of the page after redirects, without credentials and fragment. */
  url: string;
  status: number;
  contentType?: string;
  headers: Record<string, string>;
  html: string;
  screenshot?: Screenshot;
}

export interface BrowserRenderer {
  /** Resolves whatever the status is. Rejects with a `Failure` or the signal's reason. */
  render(request: RenderRequest): Promise<RenderResult>;
}

interface Deps {
  rules: EgressRules;
  pool: BrowserPool;
  proxy: Pick<ForwardProxy, 'failureFor'>;
}

type RenderOptions = Required<Omit<RenderRequest, 'url' | 'headers' | 'signal' | 'owner'>>;

/** The part of the timeout that is reserved for reading the page after it looks finished. */
const readReserveMs = 1_000;
const maxScreenshotHeight = 10_000;

/**
 * Renders pages in Chromium.
 * @example
 * const proxy = await createForwardProxy(guard);
 * const pool = createBrowserPool({ chromiumPath: '/usr/bin/chromium', proxy, concurrency: 4 });
 * const page = await createBrowserRenderer({ rules, pool, proxy }).render({ url: 'https://example.com/' });
 */
export function createBrowserRenderer({ rules, pool, proxy }: Deps): BrowserRenderer {
  const readers = createPageReaders();

  async function read(page: Page, progress: Progress, url: URL, options: RenderOptions): Promise<RenderResult> {
    const { timeoutMs, waitForMs, maxBytes, screenshot } = options;
    const until = Date.now() + timeoutMs;
    const navigation = trackNavigation(page, url, { proxy, timeoutMs });
    const traffic = watchTraffic(page, { loadsMedia: screenshot !== false });
    function fail(error: unknown): never {
      throw navigation.failureOf(error);
    }
    progress.enter('waiting for the answer');
    const reader = await readers.open(page);
    const viewport = page.viewport();
    const { viewport: askedFor } = screenshot || {};
    if (askedFor) await page.setViewport({ ...viewport, ...askedFor });
    await page.goto(url.href, { waitUntil: 'domcontentloaded', timeout: timeoutMs }).catch(fail);
    progress.enter('rendering the page');
    await waitUntilStable(page, traffic, until - Date.now() - waitForMs - readReserveMs, reader.scroller());
    await sleep(waitForMs);
    // The page has navigated to a URL that cannot be reached.
    if (page.url().startsWith('chrome-error:')) fail(new Error('net::ERR_CONNECTION_FAILED'));
    const html = await reader.html(maxBytes);
    const response = navigation.lastResponse();
    // The page may be used again. After a failure it is closed.
    navigation.stop();
    traffic.stop();
    if (!screenshot) return { ...response, html };
    await reader.dismissConsent();
    const taken = await takeScreenshot(page, screenshot);
    if (askedFor) await page.setViewport(viewport);
    return { ...response, html, screenshot: taken };
  }

  async function render({ url, headers, signal, owner, ...request }: RenderRequest): Promise<RenderResult> {
    const { maxBytes, totalTimeoutMs: timeoutMs } = defaultFetchLimits;
    const options: RenderOptions = {
      waitForMs: 0,
      timeoutMs,
      mobile: false,
      screenshot: false,
      maxBytes,
      ...request,
    };
    const checked = checkUrl(url, rules);
    if (checked.url === undefined) throw new Failure(checked.kind, checked.problem);
    const target = checked.url;
    const settings = {
      origin: target.origin,
      headers: dropReservedHeaders(headers),
      mobile: options.mobile,
      loadsMedia: options.screenshot !== false,
      timeoutMs: options.timeoutMs,
      signal,
      // A password in a URL is kept by the browser for the whole context.
      owner: target.username === '' && target.password === '' ? owner : undefined,
    };
    return pool.withPage(settings, (page, progress) => read(page, progress, target, options));
  }

  return { render };
}

async function takeScreenshot(page: Page, options: ScreenshotOptions): Promise<Screenshot> {
  const { fullPage = true, quality, format = quality === undefined ? 'png' : 'jpeg' } = options;
  const { width = 0, height: windowHeight = 0 } = page.viewport() ?? {};
  // The page has been scrolled, so that everything in it is loaded.
  if (!fullPage) await page.evaluate('window.scrollTo(0, 0)');
  const height = fullPage ? Number(await page.evaluate('document.documentElement.scrollHeight')) : windowHeight;
  const clip = { x: 0, y: 0, width, height: Math.max(1, Math.min(height, maxScreenshotHeight)) };
  const taken = await page.screenshot({
    type: format,
    ...(quality !== undefined && { quality }),
    clip,
    captureBeyondViewport: fullPage,
  });
  return { bytes: Buffer.from(taken), format };
}
