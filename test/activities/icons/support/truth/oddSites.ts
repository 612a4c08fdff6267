/** Sites with mistakes, leftovers and traps. */
import { bmp, disc, discPng, discSvg, hugePng, ico, icoBitmap, plainPng, svgz, tilePng } from '../pictures.ts';
import { page } from '../web.ts';
import { type Expectation, elsewhere, site } from './expectation.ts';

const errorPage = { type: 'text/html', body: '<!doctype html><title>Not found</title><h1>Oops</h1>' };
const wordmark =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 100"><path fill="#147" d="M0 0h80v100H0zM120 0h60v100h-60zM240 0h80v100h-80zM400 0h200v100H400zM640 0h260v100H640z"/></svg>';

async function favicon(fill = '#2a6', side = 48): Promise<Buffer> {
  return ico([{ side, body: await icoBitmap(side, fill) }]);
}

export const oddSites: readonly Expectation[] = [
  site(
    ['catch-all-app.com'],
    'every path is the app’s page with status 200, icons in the manifest',
    '/logo192.png',
    async () => ({
      '/': page('<link rel="manifest" href="/manifest.json">'),
      '/manifest.json': '{"icons":[{"src":"logo192.png","sizes":"192x192"}]}',
      '/logo192.png': await discPng(192, '#09c'),
      '/favicon.ico': errorPage,
      '/favicon.svg': errorPage,
      '/apple-touch-icon.png': errorPage,
    }),
  ),
  site(['bare-app.com'], 'every path is the app’s page, and there is no icon', [], () => ({
    '/': page('<title>App</title>'),
    '/favicon.ico': errorPage,
    '/favicon.svg': errorPage,
    '/apple-touch-icon.png': errorPage,
  })),
  site(['soft-404.com'], 'the declared icon is an error page of type image/x-icon', '/favicon.ico', async () => ({
    '/': page('<link rel="icon" href="/gone.ico">'),
    '/gone.ico': { type: 'image/x-icon', body: errorPage.body },
    '/favicon.ico': await favicon(),
  })),
  site(['moved-files.com'], 'the declared icon is gone', '/favicon.ico', async () => ({
    '/': page('<link rel="icon" href="/assets/old.png" sizes="512x512">'),
    '/favicon.ico': await favicon(),
  })),
  site(['data-address.com'], 'a drawing in the page itself', 'data:image/svg+xml', () => ({
    '/': page(`<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(discSvg('#d33'))}">`),
  })),
  site(['data-pixels.com'], 'pixels in the page itself', 'data:image/png', async () => ({
    '/': page(`<link rel="icon" href="data:image/png;base64,${(await discPng(64, '#36c')).toString('base64')}">`),
  })),
  site(['empty-data.com'], 'an empty data address, so that browsers do not ask', '/apple-touch-icon.png', async () => ({
    '/': page('<link rel="icon" href="data:,">'),
    '/apple-touch-icon.png': await tilePng(180),
  })),
  site(['based.com'], 'relative to a base element', '/app/i.png', async () => ({
    '/': page('<base href="/app/"><link rel="icon" href="i.png" sizes="128x128">'),
    '/app/i.png': await discPng(128, '#d33'),
  })),
  site(['relative.com'], 'relative to the page that the home page leads to', '/en/img/f.png', async () => ({
    '/': { status: 302, location: '/en/' },
    '/en/': page('<link rel="icon" href="img/f.png" sizes="96x96">'),
    '/en/img/f.png': await discPng(96, '#d33'),
  })),
  site(['refreshing.com'], 'a page that leads on by a meta refresh', '/home/i.svg', () => ({
    '/': page('<meta http-equiv="refresh" content="0; url=/home/">'),
    '/home/': page('<link rel="icon" href="i.svg">'),
    '/home/i.svg': discSvg('#d33'),
  })),
  elsewhere('only-www.com', 'only www. answers', 'https://www.only-www.com/i.png', async (web) => {
    web.host('www.only-www.com', {
      '/': page('<link rel="icon" href="/i.png">'),
      '/i.png': await discPng(128, '#d33'),
    });
  }),
  elsewhere('no-tls.com', 'a site without TLS', 'http://no-tls.com/i.png', async (web) => {
    web.host(
      'no-tls.com',
      { '/': page('<link rel="icon" href="/i.png">'), '/i.png': await discPng(128, '#d33') },
      { https: false },
    );
  }),
  site(['as-text.com'], 'a picture served as text', '/i.png', async () => ({
    '/': page('<link rel="icon" href="/i.png">'),
    '/i.png': { type: 'text/plain', body: await discPng(128, '#d33') },
  })),
  site(['xml-drawing.com'], 'a drawing served as XML', '/i.svg', () => ({
    '/': page('<link rel="icon" href="/i.svg">'),
    '/i.svg': { type: 'text/xml', body: `<?xml version="1.0" encoding="utf-8"?>\n${discSvg('#d33')}` },
  })),
  site(['named-ico.com'], 'a PNG that is called .ico', '/favicon.ico', async () => ({
    '/': page(''),
    '/favicon.ico': { type: 'application/octet-stream', body: await discPng(64, '#d33') },
  })),
  site(['bitmap.com'], 'a Windows bitmap', '/i.bmp', async () => ({
    '/': page('<link rel="icon" href="/i.bmp">'),
    '/i.bmp': await bmp(64, '#d33'),
  })),
  site(['compressed.com'], 'a compressed drawing', '/i.svgz', () => ({
    '/': page('<link rel="icon" href="/i.svgz">'),
    '/i.svgz': svgz(discSvg('#d33')),
  })),
  site(['shouting.com'], 'capitals, no quotes, spaces in the address', '/my%20icon.png?a=1&b=2', async () => ({
    '/': page('<LINK REL="SHORTCUT ICON" HREF=" /my icon.png?a=1&amp;b=2 " >'),
    '/my%20icon.png?a=1&b=2': await discPng(128, '#d33'),
  })),
  site(['pixel.com'], 'a tracking pixel is no icon', '/apple-touch-icon.png', async () => ({
    '/': page('<link rel="icon" href="/pixel.gif">'),
    '/pixel.gif': await plainPng(1, 1, '#ffffff'),
    '/apple-touch-icon.png': await tilePng(180),
  })),
  site(['only-a-pixel.com'], 'nothing but a tracking pixel', [], async () => ({
    '/': page('<link rel="icon" href="/pixel.gif">'),
    '/pixel.gif': await plainPng(1, 1, '#ffffff00'),
  })),
  site(['plain-square.com'], 'a touch icon of one color, a real favicon', '/favicon.ico', async () => ({
    '/': page('<link rel="apple-touch-icon" href="/t.png">'),
    '/t.png': await plainPng(180, 180, '#0055cc'),
    '/favicon.ico': await favicon(),
  })),
  site(['bomb.com'], 'a picture of 60,000 pixels', '/favicon.ico', async () => ({
    '/': page('<link rel="icon" href="/huge.png" sizes="any">'),
    '/huge.png': hugePng(60_000),
    '/favicon.ico': await favicon(),
  })),
  site(['generous.com'], 'a large picture that can be used', '/3000.png', async () => ({
    '/': page('<link rel="icon" href="/3000.png">'),
    '/3000.png': await discPng(3_000, '#d33'),
    '/favicon.ico': await favicon(),
  })),
  site(['white-logo.com'], 'white on nothing beside a tile, on light', '/tile.png', async () => ({
    '/': page('<link rel="icon" href="/white.png" sizes="256x256"><link rel="apple-touch-icon" href="/tile.png">'),
    '/white.png': await discPng(256, '#fff'),
    '/tile.png': await tilePng(180),
  })),
  site(['black-logo.com', 'dark'], 'black on nothing, on dark: in another color', '/black.svg', () => ({
    '/': page('<link rel="icon" href="/black.svg">'),
    '/black.svg': discSvg('#000'),
  })),
  site(['card-only.com'], 'an Open Graph image is no icon', [], async () => ({
    '/': page('<meta property="og:image" content="/og.png">'),
    '/og.png': await tilePng(600),
  })),
  site(['wide-logo.com'], 'a wordmark as logo, a square favicon', '/f.png', async () => ({
    '/': page(
      '<link rel="icon" href="/f.png" sizes="48x48"><script type="application/ld+json">{"@type":"Organization","logo":"/logo.svg"}</script>',
    ),
    '/f.png': await discPng(48, '#147'),
    '/logo.svg': wordmark,
  })),
  site(['wordmark-icon.com'], 'a wordmark declared as icon, a touch icon', '/t.png', async () => ({
    '/': page('<link rel="icon" type="image/svg+xml" href="/logo.svg"><link rel="apple-touch-icon" href="/t.png">'),
    '/logo.svg': wordmark,
    '/t.png': await tilePng(180, '#147'),
  })),
  site(['banner-icon.com'], 'a banner declared as icon', '/favicon.ico', async () => ({
    '/': page('<link rel="icon" href="/banner.png">'),
    '/banner.png': await disc(630, '#147')
      .extend({ left: 285, right: 285, background: '#cde' })
      .flatten({ background: '#cde' })
      .png()
      .toBuffer(),
    '/favicon.ico': await favicon('#147'),
  })),
  site(['margins.com'], 'a small drawing in a wide empty frame', '/m.png', async () => ({
    '/': page('<link rel="icon" href="/m.png">'),
    '/m.png': await disc(128, '#d33')
      .extend({ top: 200, bottom: 200, left: 200, right: 200, background: '#00000000' })
      .png()
      .toBuffer(),
  })),
  site(['tiny.com'], 'sixteen pixels are all there is', '/favicon.ico', async () => ({
    '/': page(''),
    '/favicon.ico': await favicon('#d33', 16),
  })),
  site(['wall.com'], 'a firewall’s page with its icon, and everything else refused', [], async () => ({
    '/': { status: 403, type: 'text/html', body: '<link rel="icon" href="https://firewall.com/shield.png">' },
    '/favicon.ico': { status: 403, type: 'text/html', body: 'Access denied' },
  })),
  site(['walled-page.com'], 'the page is refused, the favicon is not', '/favicon.ico', async () => ({
    '/': { status: 403, type: 'text/html', body: 'Access denied' },
    '/favicon.ico': await favicon(),
  })),
  site(['down.com'], 'the site is down', [], () => ({
    '/': { status: 503, type: 'text/html', body: 'Maintenance' },
    '/favicon.ico': { status: 503, body: '' },
  })),
  site(['late-head.com'], 'the icon stands in the body, after a megabyte of script', '/i.svg', () => ({
    '/': {
      type: 'text/html',
      body: `<!doctype html><html><head><script>${'x="<link rel=icon href=/wrong.svg>";'.repeat(30_000)}</script></head><body><link rel="icon" href="/i.svg"></body></html>`,
    },
    '/i.svg': discSvg('#d33'),
    '/wrong.svg': discSvg('#00f'),
  })),
  site(['commented-out.com'], 'a commented link is none', '/apple-touch-icon.png', async () => ({
    '/': page('<!-- <link rel="icon" href="/old.svg"> -->'),
    '/old.svg': discSvg('#00f'),
    '/apple-touch-icon.png': await tilePng(180),
  })),
  { domain: 'nobody-has-registered-this.com', about: 'no such site', expected: 'monogram' },
  { domain: 'printer.local', about: 'no public name', expected: 'monogram' },
];
