/** Sites to crawl, under NAME.crawled.site.example: well-built ones, and ones that never end. */
import type { ServerResponse } from 'node:http';

const domain = 'crawled.site.example';

/** The address of a page of one of these sites. */
export function crawled(name: string, path = '/'): string {
  return `http://${name}.${domain}${path}`;
}

interface SitePage {
  links?: readonly string[];
  /** Instead of a text of its own. */
  text?: string;
  canonical?: string;
  redirect?: string;
  status?: number;
  /** Instead of a page. */
  body?: string;
  /** It takes so long to answer. */
  afterMs?: number;
}

type Site = (path: string, url: URL) => SitePage | undefined;

/** How many pages the sites `mesh-…` have, by the number in their name. */
function meshPage(size: number, path: string): SitePage | undefined {
  const at = path === '/' ? 0 : Number(/^\/p\/(\d+)$/.exec(path)?.[1] ?? Number.NaN);
  if (!(at < size)) return undefined;
  const links = [0, 1, 2, 3, 5, 8, 13].map((step) => (at * 3 + step) % size);
  return { links: ['/', ...links.filter((to) => to > 0).map((to) => `/p/${to}`)] };
}

function monthPath(months: number): string {
  return `/events/${Math.floor(months / 12)}/${(months % 12) + 1}`;
}

function numbers(count: number, toPath: (number: number) => string): string[] {
  return Array.from({ length: count }, (_, at) => toPath(at));
}

const tree: Record<string, SitePage> = {
  '/': {
    links: [
      '/docs/',
      '/about',
      '/docs',
      '/docs/index.html#top',
      'https://tree.crawled.site.example/about/',
      'http://www.tree.crawled.site.example/about?utm_source=x',
      'mailto:somebody@site.example',
      '/archive.zip',
      'http://sub.tree.crawled.site.example/',
      'http://other.crawled.site.example/',
      'http://10.0.0.1/inside',
    ],
  },
  '/about': { links: ['/', '/team', '/missing'] },
  '/team': { links: ['/about', '/team?sort=name', '/team?sort=age'] },
  '/docs/': { links: ['/', '/docs/one', '/docs/two'] },
  '/docs/one': { links: ['/docs/two', '/docs/deep/three', '/about'] },
  '/docs/two': { links: ['/docs/one'] },
  '/docs/deep/three': { links: ['/docs/'] },
  '/docs/draft': {},
  '/hidden': { links: ['/docs/draft'] },
};

const sites: Record<string, Site> = {
  tree: (path) => {
    if (path === '/robots.txt') return { body: 'User-agent: *\nDisallow:\n' };
    if (path === '/sitemap.xml') return { body: urlset(['/hidden', '/about']) };
    return path.startsWith('/team') ? tree['/team'] : tree[path];
  },
  'sub.tree': (path) => (path === '/' ? { links: ['/more', crawled('tree', '/')] } : path === '/more' ? {} : undefined),
  other: (path) => (path === '/' ? { links: ['/more', crawled('tree', '/team')] } : path === '/more' ? {} : undefined),
  old: (path) => (path === '/robots.txt' ? undefined : { redirect: crawled('tree', '/docs/') }),
  copies: (path) => {
    const pages: Record<string, SitePage> = {
      '/': { links: ['/real', '/moved', '/printed', '/copied', '/away', '/hop', '/loop'] },
      '/real': { links: ['/copied'], text: 'The real page.', canonical: '/real' },
      '/moved': { redirect: '/real' },
      '/printed': { text: 'The real page, to be printed.', canonical: '/real', links: ['/only-here'] },
      '/copied': { text: 'The real page.', links: ['/never'] },
      '/away': { redirect: 'http://other.crawled.site.example/' },
      '/hop': { redirect: '/landing' },
      '/landing': { links: ['/landing'] },
      '/loop': { redirect: '/loop' },
      '/only-here': { links: ['/landing'] },
    };
    return pages[path];
  },
  lost: (path) => {
    const pages: Record<string, SitePage> = {
      '/': { links: ['/printed', '/shared', '/real'] },
      '/printed': { text: 'The page, to be printed.', canonical: '/real', links: ['/only-here'] },
      '/shared': { text: 'The page, to be shared.', canonical: '/printed' },
      '/real': { status: 500, afterMs: 700 },
      '/only-here': {},
    };
    return pages[path];
  },
  guarded: (path) => {
    if (path === '/robots.txt')
      return { body: 'User-agent: *\nDisallow: /\n\nUser-agent: Sightread\nDisallow: /private\n' };
    return path === '/' ? { links: ['/private/a', '/open'] } : { links: [] };
  },
  slowly: (path) => {
    if (path === '/robots.txt') return { body: 'User-agent: *\nCrawl-delay: 1\n' };
    return { links: path === '/' ? ['/1', '/2', '/3', '/4'] : [] };
  },
  calendar: (path) => {
    const [, year, month] = /^\/events\/(\d+)\/(\d+)$/.exec(path) ?? [];
    if (path === '/') return { links: ['/events/2026/1'] };
    const months = Number(year) * 12 + Number(month);
    return year ? { links: numbers(24, (at) => monthPath(months + at)) } : undefined;
  },
  shop: (path, url) => {
    if (path !== '/' && path !== '/list') return undefined;
    const at = Number(url.searchParams.get('size') ?? 0);
    return { links: numbers(600, (next) => `/list?color=${next}&size=${at + 1}`) };
  },
  endless: (path) => (path === '/robots.txt' ? undefined : { links: [`.${path}more/`], text: 'It never ends.' }),
  deeper: (path) => (path === '/robots.txt' ? undefined : { links: [`${path}${path.length}/x/`] }),
  sessions: (path, url) => ({
    links: ['/a', '/b'].map((to) => `${to};jsessionid=${url.href.length}${path.length}?PHPSESSID=${Math.random()}`),
  }),
  wide: (path) => (path === '/' ? { links: numbers(200_000, (at) => `/w/${at}`) } : { links: ['/'] }),
};

function urlset(paths: readonly string[]) {
  return `<urlset>${paths.map((path) => `<url><loc>${crawled('tree', path)}</loc></url>`).join('')}</urlset>`;
}

/** Answers the second request for a page of `mended-…`, not the first. */
const asked = new Set<string>();

function mended(name: string, path: string): SitePage | undefined {
  if (path === '/') return { links: ['/later'] };
  if (path === '/behind') return {};
  if (path !== '/later') return undefined;
  const isFirst = !asked.has(name);
  asked.add(name);
  return isFirst ? { status: 500 } : { links: ['/behind'] };
}

function siteNamed(name: string): Site | undefined {
  if (name.startsWith('mended-')) return (path) => mended(name, path);
  const size = Number(/^mesh-(\d+)/.exec(name)?.[1] ?? 0);
  return size > 0 ? (path) => meshPage(size, path) : sites[name];
}

/** Answers a request for one of these sites; false for any other. */
export function answerCrawled(host: string, url: URL, response: ServerResponse): boolean {
  if (!host.endsWith(`.${domain}`)) return false;
  const name = host.slice(0, -domain.length - 1).replace(/^www\./, '');
  const page = siteNamed(name)?.(url.pathname, url);
  if (!page) response.writeHead(404).end('Not found');
  else if (page.redirect) response.writeHead(302, { location: page.redirect }).end();
  else if (page.body !== undefined) response.end(page.body);
  else {
    response.writeHead(page.status ?? 200, { 'content-type': 'text/html' });
    const html = htmlOf(host + url.pathname + url.search, page);
    if (page.afterMs) setTimeout(() => response.end(html), page.afterMs);
    else response.end(html);
  }
  return true;
}

function htmlOf(address: string, { links = [], text, canonical }: SitePage): string {
  const title = text ?? `The page ${address}`;
  const anchors = links.map((link) => `<li><a href="${link}">A link</a></li>`);
  return `<!doctype html><html lang="en"><head><title>${title}</title>
${canonical ? `<link rel="canonical" href="${canonical}">` : ''}</head><body><main><h1>${title}</h1>
<p>${title} tells at some length how the keeper of the lighthouse counted ships and wrote each of them down.</p>
</main><nav><ul>${anchors.join('')}</ul></nav></body></html>`;
}
