import type { Fetcher } from '../../egress/fetch.ts';

/** RFC 9309 requires that at least 500 KiB are read; more is no robots.txt for people. */
const maxRobotsBytes = 500 * 1024;
const maxNamed = 1_000;

interface Deps {
  fetcher: Fetcher;
  signal: AbortSignal;
}

/** The sitemaps that the site's robots.txt names, and the place where most sites have theirs. */
export async function declaredSitemaps({ origin }: URL, deps: Deps): Promise<string[]> {
  const robotsTxt = await fetchStart(`${origin}/robots.txt`, deps);
  return [...new Set([...robotsSitemaps(robotsTxt), `${origin}/sitemap.xml`])];
}

/** Where else sites put them: tried only if nothing was found. */
export function otherPlaces({ origin }: URL): string[] {
  return [
    'sitemap_index.xml',
    'sitemap-index.xml',
    'wp-sitemap.xml',
    'sitemap.xml.gz',
    'sitemap.txt',
    'feed',
    'rss.xml',
  ].map((name) => `${origin}/${name}`);
}

/** A `Sitemap` line belongs to no group: it counts wherever it stands (RFC 9309, 2.2.4). */
export function robotsSitemaps(robotsTxt: string): string[] {
  const named = robotsTxt.matchAll(/^[ \t]*sitemap[ \t]*:[ \t]*(\S+)/gim);
  return [...new Set(Array.from(named, ([, url = '']) => url))].slice(0, maxNamed);
}

/** The first bytes of a file, however large it is; empty if there is none. */
async function fetchStart(url: string, { fetcher, signal }: Deps): Promise<string> {
  const enough = new AbortController();
  const chunks: Buffer[] = [];
  let size = 0;
  function onChunk(bytes: Buffer, status: number) {
    if (status >= 300) return;
    chunks.push(bytes);
    size += bytes.length;
    if (size >= maxRobotsBytes) enough.abort();
  }
  await fetcher
    .fetch({ url, totalTimeoutMs: 10_000, maxRedirects: 5, signal: AbortSignal.any([signal, enough.signal]), onChunk })
    .catch(() => {});
  return Buffer.concat(chunks).subarray(0, maxRobotsBytes).toString();
}
