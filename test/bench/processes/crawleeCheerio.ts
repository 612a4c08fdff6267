/** Crawlee's CheerioCrawler with turndown: the pages of a list, or all that a site links to; queue and results on disk or in memory. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface CrawleeContext {
  request: { url: string };
  body: string | Buffer;
  enqueueLinks(options: object): Promise<unknown>;
  pushData(item: object): Promise<void>;
}
interface Crawlee {
  Configuration: new (options: object) => unknown;
  CheerioCrawler: new (options: object, configuration: unknown) => { run(urls: string[]): Promise<unknown> };
  log: { setLevel(level: number): void };
}

const [peers = '', work = 'list', where = 'disk', address = '', pages = '0', concurrency = '1'] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'sightread-crawlee-'));
// Read when Crawlee is loaded.
process.env['CRAWLEE_STORAGE_DIR'] = folder;
const load = createRequire(join(peers, 'package.json'));
const { CheerioCrawler, Configuration, log }: Crawlee = load('@crawlee/cheerio');
const TurndownService: new () => { turndown(html: string): string } = load('turndown');
const turndown = new TurndownService();
log.setLevel(1);

/** Returns how many pages were read. */
async function read(urls: string[]): Promise<number> {
  let count = 0;
  const crawler = new CheerioCrawler(
    {
      minConcurrency: Number(concurrency),
      maxConcurrency: Number(concurrency),
      async requestHandler({ request, body, enqueueLinks, pushData }: CrawleeContext) {
        if (work === 'site') await enqueueLinks({ strategy: 'same-hostname' });
        await pushData({ url: request.url, markdown: turndown.turndown(String(body)) });
        count += 1;
      },
    },
    new Configuration({ persistStorage: where === 'disk', purgeOnStart: true }),
  );
  await crawler.run(urls);
  return count;
}
/** The list of pages, or the start of a site that has as many. */
function urlsOf(name: string, count: number) {
  if (work === 'site') return [`${address}/${name}/${count}/`];
  return Array.from({ length: count }, (_, at) => `${address}/${name}/${at}`);
}
await read(urlsOf('warm', 100));
const started = performance.now();
const count = await read(urlsOf('crawlee', Number(pages)));
const seconds = (performance.now() - started) / 1_000;
rmSync(folder, { recursive: true, force: true });
process.send?.({ read: count, seconds });
process.exit();
