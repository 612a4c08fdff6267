import { Failure } from '../../../contracts/failures.ts';
import { parseUrl } from '../../../contracts/parseUrl.ts';
import type { Fetch } from '../fetch.ts';
import { decodeHtml, type PageTags, readTags } from './pageTags.ts';

export interface HomePage {
  /** The page's URL after redirects, or `https://<domain>/` if no page could be read. */
  url: string;
  tags?: PageTags;
  /** The site was unreachable or answered with a server error, so it may be back later. */
  unavailable: boolean;
}

export interface HomePageLimits {
  timeoutMs: number;
  maxBytes: number;
  /** How long one URL may take before the next is tried in parallel. */
  headStartMs: number;
}

type Attempt = { page: HomePage; html: string } | undefined;

/** Reads a site's home page over https, then http, then at `www.`, for sites that answer only there. */
export async function readHomePage(
  fetch: Fetch,
  domain: string,
  limits: HomePageLimits,
  signal: AbortSignal,
): Promise<HomePage> {
  const urls = [`https://${domain}/`, `http://${domain}/`, `https://www.${domain}/`];
  const answered = new AbortController();
  const untilAnswered = AbortSignal.any([signal, answered.signal]);
  const attempt = await firstAnswer(urls, limits.headStartMs, (url) => readPage(fetch, url, limits, untilAnswered));
  answered.abort();
  if (attempt === undefined) return { url: `https://${domain}/`, unavailable: true };

  const target = refreshTarget(attempt);
  if (target === undefined) return attempt.page;
  return (await readPage(fetch, target, limits, signal))?.page ?? attempt.page;
}

/** Tries each URL when the one before has failed or has had its head start. The first answer wins. */
function firstAnswer(urls: string[], headStartMs: number, read: (url: string) => Promise<Attempt>): Promise<Attempt> {
  return new Promise((resolve, reject) => {
    const untried = [...urls];
    let underWay = 0;
    let timer: NodeJS.Timeout | undefined;
    function next(): void {
      clearTimeout(timer);
      const url = untried.shift();
      if (url === undefined) {
        if (underWay === 0) resolve(undefined);
        return;
      }
      underWay += 1;
      timer = setTimeout(next, headStartMs);
      void read(url).then((attempt) => {
        underWay -= 1;
        if (attempt === undefined) return next();
        clearTimeout(timer);
        untried.length = 0;
        resolve(attempt);
      }, reject);
    }
    next();
  });
}

async function readPage(fetch: Fetch, url: string, limits: HomePageLimits, signal: AbortSignal): Promise<Attempt> {
  try {
    const response = await fetch({
      ...{ url, signal, maxBytes: limits.maxBytes, totalTimeoutMs: limits.timeoutMs },
      accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5',
    });
    // An error page may not be the site's own: its icons may be those of a firewall.
    if (response.status >= 400) return { page: { url: response.url, unavailable: response.status >= 500 }, html: '' };
    const html = decodeHtml(response.body, response.contentType);
    return { page: { url: response.url, tags: readTags(html, response.url), unavailable: false }, html };
  } catch (error) {
    if (signal.aborted) return undefined;
    if (!(error instanceof Failure)) throw error;
    // The site is reachable even if its answer is too long or not text.
    const isReachable = error.kind === 'PageRefused' || error.kind === 'PageTooLarge' || error.kind === 'PageNotText';
    return isReachable ? { page: { url, unavailable: false }, html: '' } : undefined;
  }
}

/** The target of a `meta refresh` on an otherwise empty page. */
function refreshTarget({ page, html }: Exclude<Attempt, undefined>): string | undefined {
  if (page.tags === undefined || html.length > 20_000) return undefined;
  if (page.tags.links.some((link) => /icon/i.test(link['rel'] ?? ''))) return undefined;
  const refresh = page.tags.metas.find((meta) => meta['http-equiv']?.toLowerCase() === 'refresh')?.['content'];
  const target = /^\s*[0-3]?(?:\.\d+)?\s*[;,]\s*url\s*=\s*["']?([^"'\s]+)/i.exec(refresh ?? '')?.[1];
  const url = target === undefined ? undefined : parseUrl(target, page.tags.base);
  return url && /^https?:$/.test(url.protocol) && url.href !== page.url ? url.href : undefined;
}
