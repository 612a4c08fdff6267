import type { Page } from 'puppeteer';
import { judgeUrl } from '../../contracts/egress/address.ts';
import type { EgressRules } from '../../contracts/egress/rules.ts';
import { Failure } from '../../contracts/failures.ts';
import type { BrowserPool, Progress } from './browser.ts';
import { followDocuments } from './documents.ts';
import { tooLarge } from './explain.ts';
import { callerHeaders } from './headers.ts';
import { defaultFetchLimits } from './limits.ts';
import type { EgressProxy } from './proxy.ts';
import { explainNavigation } from './renderFailures.ts';
import { pause, settle } from './settle.ts';

export interface RenderRequest {
  /** May hold a user name and password, which are in nothing that comes back. */
  url: string;
  /** After the page looks finished. */
  waitForMs?: number;
  timeoutMs?: number;
  mobile?: boolean;
  headers?: Record<string, string>;
  screenshot?: boolean;
  /** Counts the HTML as it is after rendering. */
  maxBytes?: number;
  signal?: AbortSignal | undefined;
}

export interface Rendered {
  /** Where the page ended up, without credentials and fragment. */
  url: string;
  status: number;
  contentType?: string;
  headers: Record<string, string>;
  html: string;
  /** PNG, of the whole page. */
  screenshot?: Buffer;
}

export interface Renderer {
  /** Gives the page whatever its status. Throws a `Failure`, or the signal's reason. */
  render(request: RenderRequest): Promise<Rendered>;
}

interface Dependencies {
  rules: EgressRules;
  pool: BrowserPool;
  proxy: Pick<EgressProxy, 'problem'>;
}

/** Of the time, what is kept for taking the page once it looks finished. */
const reserveMs = 1_000;
const maxScreenshotHeight = 10_000;

/**
 * Pages as a browser shows them.
 * @example
 * const proxy = await createProxy(guard);
 * const pool = createBrowserPool({ chromiumPath: '/usr/bin/chromium', proxy, pages: 4 });
 * const page = await createRenderer({ rules, pool, proxy }).render({ url: 'https://example.com/' });
 */
export function createRenderer({ rules, pool, proxy }: Dependencies): Renderer {
  async function read(page: Page, progress: Progress, url: URL, wanted: Wanted): Promise<Rendered> {
    const until = Date.now() + wanted.timeoutMs;
    const documents = followDocuments(page, url);
    function fail(error: unknown): never {
      const host = documents.host();
      const { status } = documents.last();
      const navigation = { host, status, problem: proxy.problem(host), timeoutMs: wanted.timeoutMs };
      throw documents.blame(explainNavigation(error, navigation));
    }
    progress.enter('waiting for the answer');
    await page.goto(url.href, { waitUntil: 'domcontentloaded', timeout: wanted.timeoutMs }).catch(fail);
    progress.enter('rendering the page');
    await settle(page, until - Date.now() - wanted.waitForMs - reserveMs);
    await pause(wanted.waitForMs);
    // The page has led the browser to where nothing answers.
    if (page.url().startsWith('chrome-error:')) fail(new Error('net::ERR_CONNECTION_FAILED'));
    const html = await page.content();
    if (Buffer.byteLength(html) > wanted.maxBytes) throw tooLarge(wanted.maxBytes);
    return { ...documents.last(), html, ...(wanted.screenshot ? { screenshot: await picture(page) } : {}) };
  }

  async function render(request: RenderRequest): Promise<Rendered> {
    const { maxBytes, totalTimeoutMs: timeoutMs } = defaultFetchLimits;
    const wanted: Wanted = { waitForMs: 0, timeoutMs, mobile: false, screenshot: false, maxBytes, ...request };
    const judged = judgeUrl(request.url, rules);
    if (judged.url === undefined) throw new Failure(judged.kind, judged.problem);
    const { url } = judged;
    const { mobile, screenshot: withMedia, signal } = wanted;
    const settings = {
      origin: url.origin,
      headers: callerHeaders(request.headers),
      mobile,
      withMedia,
      timeoutMs: wanted.timeoutMs,
      signal,
    };
    return pool.withPage(settings, (page, progress) => read(page, progress, url, wanted));
  }

  return { render };
}

type Wanted = Required<Omit<RenderRequest, 'url' | 'headers' | 'signal'>> & Pick<RenderRequest, 'signal'>;

async function picture(page: Page): Promise<Buffer> {
  const width = page.viewport()?.width ?? 0;
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
  const clip = { x: 0, y: 0, width, height: Math.max(1, Math.min(height, maxScreenshotHeight)) };
  return Buffer.from(await page.screenshot({ type: 'png', clip, captureBeyondViewport: true }));
}
