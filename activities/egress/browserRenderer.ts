import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'puppeteer';
import type { ProxyServer } from '../../contracts/egress/proxies.ts';
import type { EgressRules } from '../../contracts/egress/rules.ts';
import { checkUrl } from '../../contracts/egress/url.ts';
import { Failure } from '../../contracts/failures.ts';
import { type Action, capturesPage, fixedWaitMs } from '../../contracts/requests/actions.ts';
import type { ScreenshotOptions } from '../../contracts/requests/formats.ts';
import { type Location, languagesOf, timeZoneOf } from '../../contracts/requests/location.ts';
import { runActions, type TakenResults } from './actions/runActions.ts';
import type { BrowserPool, Progress } from './browserPool.ts';
import { defaultFetchLimits } from './fetchLimits.ts';
import { type ForwardProxies, type ForwardProxy, forwardProxyFor } from './forwardProxy.ts';
import { dropReservedHeaders } from './headers.ts';
import { trackNavigation } from './navigation.ts';
import type { PageLook } from './pageLook.ts';
import { createPageReaders } from './rendering/pageReader.ts';
import { type Screenshot, takeScreenshot } from './screenshot.ts';
import { cookiesOfSite } from './siteCookies.ts';
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
  /** For the site of the URL. */
  cookies?: Record<string, string>;
  /** Whether to take one, and how. */
  screenshot?: ScreenshotOptions | false;
  /** What to do on the page before it is read. */
  actions?: readonly Action[];
  /** The proxy through which to connect. */
  via?: ProxyServer | undefined;
  location?: Location | undefined;
  /** Limits the HTML after rendering. */
  maxBytes?: number;
  signal?: AbortSignal | undefined;
  /** Whom the page is rendered for. Pages of one owner and origin may follow each other in one browser tab. */
  owner?: string;
  /** What is read from the page besides. The tab of such a page is not used again. */
  look?: PageLook;
}

export interface RenderResult {
  /** The URL of the page after redirects, without credentials and fragment. */
  url: string;
  status: number;
  contentType?: string;
  headers: Record<string, string>;
  html: string;
  screenshot?: Screenshot;
  /** If there were actions. */
  actions?: TakenResults;
}

export interface BrowserRenderer {
  /** Resolves whatever the status is. Rejects with a `Failure` or the signal's reason. */
  render(request: RenderRequest): Promise<RenderResult>;
}

interface Deps {
  rules: EgressRules;
  pool: BrowserPool;
  proxy: Pick<ForwardProxy, 'failureFor'>;
  throughProxies?: ForwardProxies;
}

type RenderOptions = Required<Omit<RenderRequest, 'url' | 'headers' | 'signal' | 'owner' | 'location' | 'look'>> &
  Pick<RenderRequest, 'look'>;

/** The part of the timeout that is reserved for reading the page after it looks finished. */
const readReserveMs = 1_000;

/**
 * Renders pages in Chromium.
 * @example
 * const proxy = await createForwardProxy(guard);
 * const pool = createBrowserPool({ chromiumPath: '/usr/bin/chromium', proxy, concurrency: 4 });
 * const page = await createBrowserRenderer({ rules, pool, proxy }).render({ url: 'https://example.com/' });
 */
export function createBrowserRenderer({ rules, pool, proxy, throughProxies = new Map() }: Deps): BrowserRenderer {
  const readers = createPageReaders();

  async function read(page: Page, progress: Progress, url: URL, options: RenderOptions): Promise<RenderResult> {
    const { timeoutMs, waitForMs, maxBytes, screenshot, actions, look } = options;
    // Opening the page has taken a part of its time.
    const until = progress.deadline;
    const navigation = trackNavigation(page, url, {
      proxy: forwardProxyFor(options.via, throughProxies) ?? proxy,
      timeoutMs,
    });
    const traffic = watchTraffic(page, { loadsMedia: needsMedia(options) });
    function fail(error: unknown): never {
      throw navigation.failureOf(error);
    }
    progress.enter('waiting for the answer');
    const reader = await readers.open(page);
    const viewport = page.viewport();
    const { viewport: askedFor } = screenshot || {};
    const size = askedFor && { ...viewport, ...askedFor };
    if (size && !look) await page.setViewport(size);
    await setCookies(page, url, options.cookies);
    await look?.prepare(page);
    await page.goto(url.href, { waitUntil: 'domcontentloaded', timeout: timeoutMs }).catch(fail);
    progress.enter('rendering the page');
    const reservedMs = waitForMs + fixedWaitMs(actions) + readReserveMs;
    if (look) {
      // Before the page is scrolled.
      await waitUntilStable(page, traffic, until - Date.now() - reservedMs - look.reserveMs);
      await look.read(until - Date.now() - reservedMs);
    }
    await waitUntilStable(page, traffic, until - Date.now() - reservedMs, reader.scroller());
    await sleep(waitForMs);
    const taken = await act();
    // The page has navigated to a URL that cannot be reached.
    if (page.url().startsWith('chrome-error:')) fail(new Error('net::ERR_CONNECTION_FAILED'));
    const html = await reader.html(maxBytes);
    const response = navigation.lastResponse();
    // The page may be used again. After a failure it is closed.
    navigation.stop();
    traffic.stop();
    const result = { ...response, html, ...(taken && { actions: taken }) };
    if (!screenshot) return result;
    if (size && look) await page.setViewport(size);
    await reader.dismissConsent();
    // The page has been scrolled, so that everything in it is loaded; actions have left it as it is to be shown.
    if (!taken && screenshot.fullPage === false) await page.evaluate('window.scrollTo(0, 0)');
    const picture = await takeScreenshot(page, screenshot);
    if (askedFor) await page.setViewport(viewport);
    return { ...result, screenshot: picture };

    async function act(): Promise<TakenResults | undefined> {
      if (actions.length === 0) return undefined;
      const results = await runActions(actions, {
        page,
        traffic,
        progress,
        until: until - readReserveMs,
        html: () => reader.html(maxBytes),
        navigationFailure: () => navigation.failureOf(new Error('net::ERR_CONNECTION_FAILED')),
      });
      progress.enter('rendering the page');
      await waitUntilStable(page, traffic, until - Date.now() - readReserveMs);
      return results;
    }
  }

  async function render({ url, headers, signal, owner, location, ...request }: RenderRequest): Promise<RenderResult> {
    const { maxBytes, totalTimeoutMs: timeoutMs } = defaultFetchLimits;
    const options: RenderOptions = {
      waitForMs: 0,
      timeoutMs,
      mobile: false,
      cookies: {},
      via: undefined,
      screenshot: false,
      actions: [],
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
      loadsMedia: needsMedia(options),
      isOnlyRead: !needsMedia(options) && options.actions.length === 0,
      timeoutMs: options.timeoutMs,
      signal,
      languages: languagesOf(location),
      timeZone: timeZoneOf(location),
      proxyUrl: forwardProxyFor(options.via, throughProxies)?.url,
      owner: isReusable(target, options) ? owner : undefined,
    };
    return pool.withPage(settings, (page, progress) => read(page, progress, target, options));
  }

  return { render };
}

function needsMedia({ screenshot, actions, look }: RenderOptions): boolean {
  return screenshot !== false || look !== undefined || capturesPage(actions);
}

/** A password in a URL is kept by the browser for the whole context, cookies are the caller's, and what actions leave behind is not known. */
function isReusable({ username, password }: URL, { actions, cookies, look }: RenderOptions): boolean {
  if (look || actions.length > 0 || Object.keys(cookies).length > 0) return false;
  return username === '' && password === '';
}

async function setCookies(page: Page, { href: url }: URL, values: Record<string, string>): Promise<void> {
  // With a dot, by which the browser tells a domain from a single host.
  const cookies = cookiesOfSite({ url, values }).map(({ domain, ...cookie }) => ({
    ...cookie,
    ...(domain !== undefined && { domain: `.${domain}` }),
  }));
  if (cookies.length === 0) return;
  const session = await page.createCDPSession();
  await session.send('Network.setCookies', { cookies });
  await session.detach();
}
