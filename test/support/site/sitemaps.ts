/** A site with a robots.txt, an index of sitemaps and a feed, under the host mapped.site.example. */
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

const origin = 'http://mapped.site.example';

function urlset(paths: readonly string[]) {
  return `<urlset>${paths.map((path) => `<url><loc>${origin}${path}</loc></url>`).join('')}</urlset>`;
}

const files: Record<string, string | (() => Buffer)> = {
  '/': `<!doctype html><html><head><title>Mapped</title><meta name="description" content="A site with a map">
    <link rel="alternate" type="application/atom+xml" href="/news.atom"></head>
    <body><main><h1>Mapped</h1><p>A page with enough words to be read as one, and with some links.</p>
    <a href="/guide">The guide</a> <a href="http://www.mapped.site.example/guide/">The same guide</a>
    <a href="https://elsewhere.example/">Elsewhere</a> <a href="http://10.0.0.1/">Inside</a></main></body></html>`,
  '/robots.txt': `User-agent: *\nDisallow:\n\nSitemap: ${origin}/maps/index.xml\n`,
  '/maps/index.xml': `<sitemapindex><sitemap><loc>${origin}/maps/one.xml.gz</loc></sitemap>
    <sitemap><loc>/maps/two.txt</loc></sitemap></sitemapindex>`,
  '/maps/one.xml.gz': () => gzipSync(urlset(['/one', '/guide', '/one?page=2'])),
  '/maps/two.txt': `${origin}/two\n${origin}/pricing\n`,
  '/maps/large.xml': () => Buffer.from(urlset(Array.from({ length: 50_000 }, (_, at) => `/large/${at}`))),
  '/news.atom': `<feed><entry><title>News of the day</title><link href="${origin}/news"/></entry></feed>`,
};

/** Answers a request for the mapped site; false for any other. */
export function answerMapped(host: string, path: string, response: ServerResponse): boolean {
  if (host !== 'mapped.site.example') return false;
  const file = files[path];
  if (file === undefined) response.writeHead(404).end('Not found');
  else if (typeof file === 'function') response.end(file());
  else response.setHeader('content-type', path === '/' ? 'text/html' : 'text/plain').end(file);
  return true;
}
