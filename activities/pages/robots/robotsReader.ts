import { LRUCache } from 'lru-cache';
import type { Fetcher } from '../../egress/fetch.ts';
import { productTokenOf } from '../productToken.ts';
import { parseRobots, type RobotsRules } from './robotsRules.ts';

/** RFC 9309 allows at most 24 hours. */
const cacheTtlMs = 60 * 60 * 1000;
/** A file that could not be fetched closes its whole site, so it is asked for again soon. */
const unreachableTtlMs = 60 * 1000;
/** RFC 9309 requires at least 500 KiB; what a longer file says behind that does not count. */
const maxRobotsBytes = 500 * 1024;
/** Of all files that are remembered: a few sites with enormous ones must not fill the memory. */
const maxCachedBytes = 32 * 1024 * 1024;
/** What a short file costs beside its text. */
const entryBytes = 1024;

const disallowAll = 'User-agent: *\nDisallow: /';

export interface RobotsReader {
  /** What the robots.txt of an origin says to us. */
  read(origin: string): Promise<RobotsRules>;
}

interface Deps {
  fetcher: Fetcher;
  userAgent: string;
}

/**
 * Fetches each robots.txt once an hour for whoever asks: pages, maps and crawls alike. RFC 9309, 2.3.1: one that is
 * unreachable for now disallows everything.
 */
export function createRobotsReader({ fetcher, userAgent }: Deps): RobotsReader {
  const productToken = productTokenOf(userAgent);
  const texts = new LRUCache<string, RobotsRules>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ size }) => size + entryBytes,
    ttl: cacheTtlMs,
    fetchMethod: async (origin, _, { options }) => {
      const text = await fetchText(`${origin}/robots.txt`, fetcher);
      if (text === undefined) options.ttl = unreachableTtlMs;
      return parseRobots(text ?? disallowAll, productToken);
    },
  });

  return {
    async read(origin) {
      return (await texts.fetch(origin)) ?? parseRobots(disallowAll, productToken);
    },
  };
}

/** RFC 9309, 2.3.1: a missing file allows everything. Undefined for one that is unreachable for now. */
async function fetchText(url: string, fetcher: Fetcher): Promise<string | undefined> {
  const enough = new AbortController();
  const chunks: Buffer[] = [];
  let size = 0;
  function onChunk(bytes: Buffer, status: number) {
    if (status >= 300) return;
    chunks.push(bytes);
    size += bytes.length;
    if (size >= maxRobotsBytes) enough.abort();
  }
  try {
    const { status } = await fetcher.fetch({
      url,
      totalTimeoutMs: 10_000,
      maxRedirects: 5,
      signal: enough.signal,
      onChunk,
    });
    if (status >= 500) return undefined;
  } catch {
    if (!enough.signal.aborted) return undefined;
  }
  return Buffer.concat(chunks).subarray(0, maxRobotsBytes).toString();
}
