import { createServer, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { crawlToEnd, urlsOf } from '../../support/crawls.ts';
import { listenOnLoopback } from '../../support/loopback.ts';

type Answer = string | Buffer | ((response: ServerResponse) => void);

const links = { formats: ['links'] };
const twoPages =
  '<title>Start</title><main><p>There are two pages here.</p><a href="/a">A</a> <a href="/b">B</a></main>';

/** A site with these files, for the duration of `use`; pages that it does not have are short ones. */
async function withSite<T>(files: Record<string, Answer>, use: (address: string) => Promise<T>): Promise<T> {
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const file =
      files[path] ?? (/\.(?:xml|txt)|feed|rss/.test(path) ? undefined : `<title>${path}</title><p>${path}</p>`);
    if (file === undefined) response.writeHead(404).end();
    else if (typeof file === 'function') file(response);
    else response.setHeader('content-type', path.includes('.') ? 'text/plain' : 'text/html').end(file);
  });
  const site = await listenOnLoopback(server);
  try {
    return await use(site.address);
  } finally {
    await site.close();
  }
}

/** Sends a text over and over until there are that many bytes, or the other side has had enough. */
function sendBytes(response: ServerResponse, text: string, bytes: number) {
  const chunk = text.repeat(Math.ceil(65_536 / text.length));
  let sent = 0;
  function more() {
    while (sent < bytes && !response.destroyed) {
      sent += chunk.length;
      if (!response.write(chunk)) {
        response.once('drain', more);
        return;
      }
    }
    response.end();
  }
  more();
}

describe('a crawl of a hostile site', () => {
  it('obeys the beginning of a robots.txt of 100 MB', async () => {
    const files: Record<string, Answer> = {
      '/': twoPages,
      '/robots.txt': (response) => {
        response.write('User-agent: *\nDisallow: /b\n');
        sendBytes(response, '# and so on, and so on\n', 100_000_000);
      },
    };
    await withSite(files, async (address) => {
      const job = await crawlToEnd({ url: address, sitemap: 'skip', scrapeOptions: links });
      expect(urlsOf(job)).toEqual([address, `${address}/a`, `${address}/b`]);
      expect(job).toMatchObject({ status: 'completed', completed: 2, failed: 1 });
      expect(job.data[2]?.error).toContain('robots.txt');
    });
  });

  it('says that a start with a million links is too long to be read', async () => {
    const files: Record<string, Answer> = {
      '/': (response) => {
        response.setHeader('content-type', 'text/html');
        sendBytes(response, '<a href="/a">A link</a>\n', 25_000_000);
      },
    };
    await withSite(files, async (address) => {
      const job = await crawlToEnd({ url: address, sitemap: 'skip', scrapeOptions: links });
      expect(job).toMatchObject({ status: 'failed', total: 1, failed: 1, creditsUsed: 0 });
      expect(job.data[0]?.error).toMatch(/larger|too large|MB|MiB/);
    });
  });

  it('goes on without a sitemap that unpacks to gigabytes', async () => {
    const bomb = gzipSync(Buffer.alloc(200_000_000, ' '));
    const files = { '/': twoPages, '/robots.txt': '', '/sitemap.xml': bomb };
    await withSite(files, async (address) => {
      const job = await crawlToEnd({ url: address, scrapeOptions: links });
      expect(job).toMatchObject({ status: 'completed', total: 3, completed: 3 });
    });
  });
});
