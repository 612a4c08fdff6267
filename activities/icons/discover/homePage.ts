import { Failure } from '../../../contracts/failures.ts';
import type { Fetch } from '../fetch.ts';
import { decodeHtml, type PageTags, readTags } from './page.ts';

export interface HomePage {
  /** Where the site is: the page's address after redirects, or the best guess where no page was had. */
  url: string;
  tags?: PageTags;
  /** The site could not be reached at all, or answered with an error of its own: it may be back later. */
  unavailable: boolean;
}

export interface HomePageLimits {
  timeoutMs: number;
  maxBytes: number;
  /** How long one way in is waited for before the next is tried beside it. */
  headStartMs: number;
}

type Attempt = { page: HomePage; html: string } | undefined;

/** Reads a site's home page: https, then http, then with `www.`, for sites that only answer there. */
export async function readHomePage(
  fetch: Fetch,
  domain: string,
  limits: HomePageLimits,
  signal: AbortSignal,
): Promise<HomePage> {
  const ways = [`https://${domain}/`, `http://${domain}/`, `https://www.${domain}/`];
  const others = new AbortController();
  const either = AbortSignal.any([signal, others.signal]);
  const attempt = await firstAnswer(ways, limits.headStartMs, (url) => readPage(fetch, url, limits, either));
  others.abort();
  if (attempt === undefined) return { url: `https://${domain}/`, unavailable: true };

  const onward = refreshTarget(attempt);
  if (onward === undefined) return attempt.page;
  return (await readPage(fetch, onward, limits, signal))?.page ?? attempt.page;
}

/** Starts each way when the one before has failed or has had its head start; the first that answers is taken. */
function firstAnswer(ways: string[], headStartMs: number, read: (url: string) => Promise<Attempt>): Promise<Attempt> {
  return new Promise((settle, fail) => {
    const waiting = [...ways];
    let open = 0;
    let timer: NodeJS.Timeout | undefined;
    function next(): void {
      clearTimeout(timer);
      const url = waiting.shift();
      if (url === undefined) {
        if (open === 0) settle(undefined);
        return;
      }
      open += 1;
      timer = setTimeout(next, headStartMs);
      void read(url).then((attempt) => {
        open -= 1;
        if (attempt === undefined) return next();
        clearTimeout(timer);
        waiting.length = 0;
        settle(attempt);
      }, fail);
    }
    next();
  });
}

async function readPage(fetch: Fetch, url: string, limits: HomePageLimits, signal: AbortSignal): Promise<Attempt> {
  try {
    const answer = await fetch({
      ...{ url, signal, maxBytes: limits.maxBytes, totalTimeoutMs: limits.timeoutMs },
      accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5',
    });
    // The page of an error is not the site's: its icons may be a firewall's.
    if (answer.status >= 400) return { page: { url: answer.url, unavailable: answer.status >= 500 }, html: '' };
    const html = decodeHtml(answer.body, answer.contentType);
    return { page: { url: answer.url, tags: readTags(html, answer.url), unavailable: false }, html };
  } catch (error) {
    if (signal.aborted) return undefined;
    if (!(error instanceof Failure)) throw error;
    // Answers that are too long or refused by status are answers all the same.
    const answered = error.kind === 'PageRefused' || error.kind === 'PageTooLarge' || error.kind === 'PageNotText';
    return answered ? { page: { url, unavailable: false }, html: '' } : undefined;
  }
}

/** Where an otherwise empty page sends browsers by `meta refresh`. */
function refreshTarget({ page, html }: Exclude<Attempt, undefined>): string | undefined {
  if (page.tags === undefined || html.length > 20_000) return undefined;
  if (page.tags.links.some((link) => /icon/i.test(link['rel'] ?? ''))) return undefined;
  const refresh = page.tags.metas.find((meta) => meta['http-equiv']?.toLowerCase() === 'refresh')?.['content'];
  const target = /^\s*[0-3]?(?:\.\d+)?\s*[;,]\s*url\s*=\s*["']?([^"'\s]+)/i.exec(refresh ?? '')?.[1];
  if (target === undefined || !URL.canParse(target, page.tags.base)) return undefined;
  const url = new URL(target, page.tags.base);
  return /^https?:$/.test(url.protocol) && url.href !== page.url ? url.href : undefined;
}
