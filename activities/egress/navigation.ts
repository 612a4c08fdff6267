import type { HTTPRequest, HTTPResponse, Page } from 'puppeteer';
import { withoutCredentials } from '../../contracts/egress/url.ts';
import { Failure } from '../../contracts/failures.ts';
import { parseUrl } from '../../contracts/parseUrl.ts';
import type { ForwardProxy } from './forwardProxy.ts';
import { navigationFailureOf } from './navigationFailures.ts';
import { isRedirect, redirectFailure } from './redirects.ts';

/** Follows the navigations of a page's main frame: HTTP redirects, and those by scripts and `<meta>` refreshes. */
interface NavigationTracker {
  /** The last response that was not a redirect; its status is 0 before there is one. */
  lastResponse(): { url: string; status: number; headers: Record<string, string>; contentType?: string };
  /** The failure to report for an error of the navigation. Any other error is returned unchanged. */
  failureOf(error: unknown): unknown;
  stop(): void;
}

interface Deps {
  proxy: Pick<ForwardProxy, 'failureFor'>;
  timeoutMs: number;
}

export function trackNavigation(page: Page, firstUrl: URL, { proxy, timeoutMs }: Deps): NavigationTracker {
  let requestedUrl = firstUrl;
  let status = 0;
  let headers: Record<string, string> = {};
  function onRequest(request: HTTPRequest): void {
    if (isMainNavigation(request, page)) requestedUrl = parseUrl(request.url()) ?? requestedUrl;
  }
  function onResponse(response: HTTPResponse): void {
    if (!isMainNavigation(response.request(), page) || isRedirect(response.status(), response.headers())) return;
    status = response.status();
    headers = response.headers();
  }
  page.on('request', onRequest).on('response', onResponse);

  function lastResponse() {
    const { 'set-cookie': _, ...shown } = headers;
    const contentType = shown['content-type'];
    const shownUrl = parseUrl(page.url());
    return {
      url: shownUrl ? (withoutCredentials(shownUrl).split('#', 1)[0] ?? '') : '',
      status,
      headers: shown,
      ...(contentType === undefined ? {} : { contentType }),
    };
  }

  function failureOf(error: unknown): unknown {
    const host = requestedUrl.hostname;
    const failure = navigationFailureOf(error, { host, status, proxyFailure: proxy.failureFor(host), timeoutMs });
    const isBlocked = failure instanceof Failure && failure.kind === 'BlockedAddress';
    if (!isBlocked || host === firstUrl.hostname) return failure;
    return redirectFailure('BlockedAddress', withoutCredentials(firstUrl), failure.message, { cause: failure });
  }

  function stop(): void {
    page.off('request', onRequest).off('response', onResponse);
  }

  return { lastResponse, failureOf, stop };
}

export function isMainNavigation(request: HTTPRequest, page: Page): boolean {
  return request.isNavigationRequest() && request.frame() === page.mainFrame();
}
