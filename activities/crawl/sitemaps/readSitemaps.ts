import pLimit from 'p-limit';
import type { Fetcher } from '../../egress/fetch.ts';
import type { PageSink } from '../foundPages.ts';
import { createSitemapSink } from './reader.ts';

export const sitemapLimits = {
  /** Files, those that do not exist included. */
  files: 1_000,
  /** How deep indexes may be nested. */
  depth: 5,
  /** Decoded, of one file; the protocol's own limit is 50 MB. */
  fileBytes: 52_428_800,
  /** Decoded, of all files. */
  totalBytes: 524_288_000,
  /** Pages that are looked at, those of other sites included. */
  entries: 1_000_000,
  /** For one file; longer than any caller waits for all of them. */
  fileMs: 600_000,
  /** Files that are fetched at a time. */
  concurrency: 4,
} as const;

/** Why not everything was read; each is said once. */
export type Shortfall = 'files' | 'depth' | 'fileBytes' | 'totalBytes' | 'entries';

interface Deps {
  fetcher: Fetcher;
  signal: AbortSignal;
}

interface SitemapFile<Page> {
  url: string;
  depth: number;
  /** Those that no other file named before. */
  pages: Page[];
  children: SitemapFile<Page>[];
}

/**
 * Reads sitemaps, and the ones that they name, until nothing or no room is left. Returns the new pages in the order of
 * the files, whichever of them was there first.
 */
export async function readSitemaps<Page>(
  roots: readonly string[],
  found: PageSink<Page>,
  { fetcher, signal }: Deps,
): Promise<{ pages: Page[]; shortfalls: ReadonlySet<Shortfall> }> {
  const shortfalls = new Set<Shortfall>();
  const seen = new Set<string>();
  const limitConcurrency = pLimit(sitemapLimits.concurrency);
  let totalBytes = 0;
  let entries = 0;

  /** Undefined for a file that is known already, and for one too many. */
  function nextFile(url: string, depth: number): SitemapFile<Page> | undefined {
    if (seen.has(url)) return undefined;
    if (depth > sitemapLimits.depth) shortfalls.add('depth');
    else if (seen.size >= sitemapLimits.files) shortfalls.add('files');
    else {
      seen.add(url);
      return { url, depth, pages: [], children: [] };
    }
    return undefined;
  }

  function isEnough(): boolean {
    return found.isFull() || shortfalls.has('totalBytes') || shortfalls.has('entries');
  }

  async function readFile(file: SitemapFile<Page>): Promise<void> {
    const enough = new AbortController();
    let fileBytes = 0;
    const sink = createSitemapSink({
      onPage({ url: given, ...said }) {
        entries += 1;
        const url = absolute(given, file.url);
        const page = url && found.add(url, said, file.url);
        if (page) file.pages.push(page);
      },
      onSitemap(given) {
        const url = absolute(given, file.url);
        const child = url && nextFile(url.href, file.depth + 1);
        if (child) file.children.push(child);
      },
    });
    function onChunk(bytes: Buffer, status: number) {
      if (status >= 300 || enough.signal.aborted) return;
      fileBytes += bytes.length;
      totalBytes += bytes.length;
      sink.write(bytes);
      if (fileBytes > sitemapLimits.fileBytes) shortfalls.add('fileBytes');
      if (totalBytes > sitemapLimits.totalBytes) shortfalls.add('totalBytes');
      if (entries > sitemapLimits.entries) shortfalls.add('entries');
      if (isEnough() || fileBytes > sitemapLimits.fileBytes) enough.abort();
    }
    await fetcher
      .fetch({
        url: file.url,
        accept: 'application/xml,text/xml,application/rss+xml,application/atom+xml,text/plain;q=0.9,*/*;q=0.8',
        // Above what is read of it: the start of a file that is too long counts too.
        maxBytes: sitemapLimits.totalBytes,
        // The signal is the deadline: a large file that is still coming must not end before it, and without a word.
        totalTimeoutMs: sitemapLimits.fileMs,
        signal: AbortSignal.any([signal, enough.signal]),
        onChunk,
      })
      // What was read of a broken or an over-long file counts; a file that is not there says nothing.
      .catch(() => {});
    sink.end();
  }

  async function readTree(files: readonly SitemapFile<Page>[]): Promise<void> {
    await Promise.all(
      files.map(async (file) => {
        await limitConcurrency(async () => {
          if (!signal.aborted && !isEnough()) await readFile(file);
        });
        await readTree(file.children);
      }),
    );
  }

  const files = roots.flatMap((url) => nextFile(url, 1) ?? []);
  await readTree(files);
  return { pages: files.flatMap(pagesOf), shortfalls };
}

function pagesOf<Page>(file: SitemapFile<Page>): Page[] {
  return [...file.pages, ...file.children.flatMap(pagesOf)];
}

function absolute(url: string, base: string): URL | undefined {
  try {
    return new URL(url, base);
  } catch {
    return undefined;
  }
}
