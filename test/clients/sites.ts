/** The sites that the suites read, as one small site that answers under all of their names. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeServer } from '../../runtime/closeServer.ts';

export const namedHosts = ['firecrawl.dev', 'github.com', 'arxiv.org', 'facebook.com', 'example.com'];

const paths = ['/', '/introduction', '/blog/first', '/blog/second', '/docs/scrape', '/docs/crawl', '/sdks'];
const graceMs = 1_000;

function page(path: string): string {
  const links = paths.map((each) => `<li><a href="${each}">${each}</a></li>`).join('');
  const text = `On ${path} the documents of a service that reads pages are explained, one sentence after the other. `;
  return `<!doctype html><html lang="en"><head><title>Firecrawl docs: ${path}</title>
<meta name="description" content="How pages are read."></head><body><nav><ul>${links}</ul></nav>
<main><article><h1>Documents of ${path}</h1><img src="/firecrawl-logo.png" alt="logo"><p>${text.repeat(6)}</p></article></main>
<footer>© Docs</footer></body></html>`;
}

export async function startNamedSites() {
  const server = createServer(({ url = '/', headers }, response) => {
    const { pathname } = new URL(url, 'http://named.test');
    if (pathname === '/sitemap.xml') {
      const urls = paths.map((path) => `<url><loc>https://${headers.host}${path}</loc></url>`).join('');
      response.setHeader('content-type', 'application/xml').end(`<urlset>${urls}</urlset>`);
    } else if (pathname === '/robots.txt' || pathname.endsWith('.png')) response.writeHead(404).end();
    else response.setHeader('content-type', 'text/html').end(page(pathname));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, close: () => closeServer(server, graceMs) };
}
