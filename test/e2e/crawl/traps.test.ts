import { describe, expect, it } from 'vitest';
import { crawlToEnd, urlsOf } from '../../support/crawls.ts';
import { crawled } from '../../support/site/crawled.ts';

const links = { sitemap: 'skip', scrapeOptions: { formats: ['markdown'] } };

describe('a crawl of a site without end', () => {
  it('reads the same page under ever deeper addresses no more than once more', async () => {
    const job = await crawlToEnd({ url: crawled('endless'), ...links });
    expect(job).toMatchObject({ status: 'completed', total: 2 });
    expect(job.data[1]?.metadata.duplicateOf).toBe(crawled('endless'));
  });

  it('leaves out paths that repeat themselves', async () => {
    const job = await crawlToEnd({ url: crawled('deeper'), ...links });
    expect(job.status).toBe('completed');
    expect(job.total).toBe(5);
  });

  it('reads pages once, whatever session ids their links have', async () => {
    const job = await crawlToEnd({ url: crawled('sessions'), ...links });
    expect(urlsOf(job).sort()).toEqual([crawled('sessions'), crawled('sessions', '/a'), crawled('sessions', '/b')]);
  });

  it('reads a thousand months of a calendar and says so', async () => {
    const job = await crawlToEnd({ url: crawled('calendar'), ...links, scrapeOptions: { formats: ['links'] } });
    expect(job).toMatchObject({ status: 'completed', total: 1_001 });
    expect(job.warning).toContain(
      `Of the pages like ${crawled('calendar', '/events/…')} only the first 1,000 were read`,
    );
  });

  it('reads a thousand combinations of filters and says so', async () => {
    const job = await crawlToEnd({ url: crawled('shop'), ...links, scrapeOptions: { formats: ['links'] } });
    expect(job).toMatchObject({ status: 'completed', total: 1_001 });
    expect(job.warning).toContain('/list?color=…&size=…');
  });

  it('accepts as many links of a page with two hundred thousand as its limit allows', async () => {
    const job = await crawlToEnd({ url: crawled('wide'), ...links, limit: 50, scrapeOptions: { formats: ['links'] } });
    expect(job).toMatchObject({ status: 'completed', total: 50, failed: 0 });
  });
});
