/** The same pages by other programs, each in a process of its own. */
import { ensureCompiled } from '../../deploy/build/cache.mjs';
import { projectRoot } from '../../deploy/local/project.ts';
import { forkScript } from './childProcess.ts';
import { peerVersions } from './peers.ts';

export const crawleeName = `Crawlee ${peerVersions['@crawlee/cheerio']} (CheerioCrawler + turndown)`;

interface CrawleeRun {
  /** The folder with its packages. */
  peers: string;
  /** The pages of a list, or all that a site links to. */
  work: 'list' | 'site';
  /** Its queue and its results. */
  where: 'disk' | 'memory';
  site: string;
  pages: number;
  concurrency: number;
}

/** Pages per second. */
export async function readWithCrawlee({ peers, work, where, site, pages, concurrency }: CrawleeRun): Promise<number> {
  const args = [peers, work, where, site, String(pages), String(concurrency)];
  const { message } = await forkScript<{ read: number; seconds: number }>('crawleeCheerio', args);
  if (message.read !== pages) throw new Error(`Crawlee has read ${message.read} of ${pages} pages`);
  return pages / message.seconds;
}

interface BareRun {
  site: string;
  pages: number;
  concurrency: number;
  threads: number;
}

/** Pages per second of a process that fetches and converts, and stores nothing. */
export async function readBarely({ site, pages, concurrency, threads }: BareRun): Promise<number> {
  const compiled = await ensureCompiled(projectRoot);
  const args = [compiled, site, String(pages), String(concurrency), String(threads)];
  return (await forkScript<number>('bareBatch', args)).message;
}
