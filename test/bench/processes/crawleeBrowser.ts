/** Crawlee's PuppeteerCrawler with turndown. It is told what to wait for, so it waits no longer than the page needs. */
import { createRequire } from 'node:module';
import { join } from 'node:path';

interface CrawleeContext {
  page: { waitForSelector(selector: string): Promise<unknown>; content(): Promise<string> };
}
interface Crawlee {
  Configuration: new (options: object) => unknown;
  PuppeteerCrawler: new (options: object, configuration: unknown) => { run(urls: string[]): Promise<unknown> };
  log: { setLevel(level: number): void };
}

const [peers = '', chromiumPath = '', address = '', pages = '0', concurrency = '1'] = process.argv.slice(2);
const load = createRequire(join(peers, 'package.json'));
const { Configuration, PuppeteerCrawler, log }: Crawlee = load('@crawlee/puppeteer');
const TurndownService: new () => { turndown(html: string): string } = load('turndown');
const turndown = new TurndownService();
log.setLevel(1);

/** Chromium's sandbox does not work for root. */
const rootFlags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
let read = 0;
const crawler = new PuppeteerCrawler(
  {
    minConcurrency: Number(concurrency),
    maxConcurrency: Number(concurrency),
    launchContext: {
      launchOptions: { executablePath: chromiumPath, args: ['--disable-gpu', ...rootFlags], headless: true },
    },
    async requestHandler({ page }: CrawleeContext) {
      await page.waitForSelector('article');
      if (turndown.turndown(await page.content()).includes('lighthouse')) read += 1;
    },
  },
  new Configuration({ persistStorage: false }),
);
function urls(name: string, count: number) {
  return Array.from({ length: count }, (_, at) => `${address}/${name}/${at}`);
}
await crawler.run(urls('warm', 8));
read = 0;
process.send?.('warm');
const started = performance.now();
await crawler.run(urls('measured', Number(pages)));
process.send?.({ read, seconds: (performance.now() - started) / 1_000 });
process.exit();
