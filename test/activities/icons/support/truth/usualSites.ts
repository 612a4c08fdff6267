/** Sites as their makers and tools publish them today. */
import { disc, discPng, discSvg, ico, icoBitmap, tilePng } from '../pictures.ts';
import { page } from '../web.ts';
import { type Expectation, elsewhere, site } from './expectation.ts';

async function multiIco(fill = '#2a6'): Promise<Buffer> {
  return ico(await Promise.all([16, 32, 48].map(async (side) => ({ side, body: await icoBitmap(side, fill) }))));
}

async function smallIco(): Promise<Buffer> {
  return ico([{ side: 16, body: await icoBitmap(16, '#2a6') }]);
}

export const usualSites: readonly Expectation[] = [
  site(['dunwich-docs.com'], 'documentation: one declared .ico', '/img/favicon.ico', async () => ({
    '/': page('<link rel="icon" href="/img/favicon.ico">'),
    '/img/favicon.ico': await multiIco(),
  })),
  site(['brightkiln.com'], 'a web app: small .ico, drawing and touch icon', '/icon.svg?3f', async () => ({
    '/': page(
      '<link rel="icon" href="/favicon.ico" sizes="16x16"><link rel="icon" href="/icon.svg?3f" type="image/svg+xml" sizes="any"><link rel="apple-touch-icon" href="/apple-icon.png" sizes="180x180">',
    ),
    '/favicon.ico': await smallIco(),
    '/icon.svg?3f': discSvg('#c2410c'),
    '/apple-icon.png': await tilePng(180),
  })),
  site(
    ['harbor-bakery.com'],
    'WordPress: one picture cropped to four sizes',
    ['/wp/cropped-192x192.png', '/wp/cropped-180x180.png', '/wp/cropped-270x270.png'],
    async () => ({
      '/': page(
        '<link rel="icon" href="/wp/cropped-32x32.png" sizes="32x32" /><link rel="icon" href="/wp/cropped-192x192.png" sizes="192x192" /><link rel="apple-touch-icon" href="/wp/cropped-180x180.png" /><meta name="msapplication-TileImage" content="/wp/cropped-270x270.png" />',
      ),
      '/wp/cropped-32x32.png': await tilePng(32),
      '/wp/cropped-192x192.png': await tilePng(192),
      '/wp/cropped-180x180.png': await tilePng(180),
      '/wp/cropped-270x270.png': await tilePng(270),
    }),
  ),
  site(
    ['forgehub.dev'],
    'code hosting: drawing, pixels, mask icon and fluid icon',
    '/favicons/favicon.svg',
    async () => ({
      '/': page(
        '<link rel="mask-icon" href="/pinned.svg" color="#000"><link rel="alternate icon" type="image/png" href="/favicons/favicon.png"><link rel="icon" type="image/svg+xml" href="/favicons/favicon.svg"><link rel="fluid-icon" href="/fluidicon.png">',
      ),
      '/pinned.svg': discSvg('#000'),
      '/favicons/favicon.png': await discPng(32, '#222'),
      '/favicons/favicon.svg': discSvg('#222'),
      '/fluidicon.png': await tilePng(512),
    }),
  ),
  elsewhere(
    'candle-shop.com',
    'a shop: 32 pixels on the platform’s network',
    'https://cdn.shops.com/files/fav.png?height=32&width=32',
    async (web) => {
      web.host('candle-shop.com', {
        '/': page('<link rel="icon" type="image/png" href="//cdn.shops.com/files/fav.png?height=32&amp;width=32">'),
      });
      web.host('cdn.shops.com', { '/files/fav.png?height=32&width=32': await tilePng(32, '#8a4') });
    },
  ),
  elsewhere(
    'yoga-at-nine.com',
    'a site builder: an .ico of 100 pixels elsewhere',
    'https://images.builder.com/1/favicon.ico?format=100w',
    async (web) => {
      web.host('yoga-at-nine.com', {
        '/': page(
          '<link rel="shortcut icon" type="image/x-icon" href="https://images.builder.com/1/favicon.ico?format=100w"/>',
        ),
      });
      web.host('images.builder.com', {
        '/1/favicon.ico?format=100w': { type: 'image/png', body: await discPng(100, '#a3a') },
      });
    },
  ),
  site(['old-notary.com'], 'nothing declared, /favicon.ico in several sizes', '/favicon.ico', async () => ({
    '/': page('<title>Notary</title>'),
    '/favicon.ico': await multiIco('#345'),
  })),
  site(
    ['plainmill.com'],
    'a touch icon at its usual path beside a tiny /favicon.ico',
    '/apple-touch-icon.png',
    async () => ({
      '/': page('<link rel="shortcut icon" href="/favicon.ico">'),
      '/favicon.ico': await smallIco(),
      '/apple-touch-icon.png': await tilePng(180, '#345'),
    }),
  ),
  site(['rowan-mail.com'], 'a web app: icons in its manifest for every purpose', '/static/any-512.png', async () => ({
    '/': page('<link rel="manifest" href="/static/site.webmanifest">'),
    '/static/site.webmanifest': JSON.stringify({
      icons: [
        { src: 'mono-512.png', sizes: '512x512', purpose: 'monochrome' },
        { src: 'maskable-512.png', sizes: '512x512', purpose: 'maskable' },
        { src: 'any-192.png', sizes: '192x192' },
        { src: 'any-512.png', sizes: '512x512', purpose: 'any' },
      ],
    }),
    '/static/mono-512.png': await discPng(512, '#000'),
    '/static/maskable-512.png': await tilePng(512, '#a04'),
    '/static/any-192.png': await discPng(192, '#a04'),
    '/static/any-512.png': await discPng(512, '#a04'),
  })),
  site(['pocket-ledger.com'], 'a manifest with a maskable icon alone', '/m.png', async () => ({
    '/': page('<link rel="manifest" href="/manifest.json">'),
    '/manifest.json': '{"icons":[{"src":"/m.png","sizes":"512x512","type":"image/png","purpose":"maskable"}]}',
    '/m.png': await tilePng(512, '#174'),
  })),
  site(['tidewatch.com'], 'a manifest with “any maskable”, and a small .ico', '/a.png', async () => ({
    '/': page('<link rel="icon" href="/favicon.ico"><link rel="manifest" href="/manifest.json">'),
    '/favicon.ico': await smallIco(),
    '/manifest.json': '{"icons":[{"src":"/a.png","sizes":"192x192","purpose":"any maskable"}]}',
    '/a.png': await tilePng(192, '#147'),
  })),
  site(['old-pinboard.com'], 'a mask icon with its color, nothing else', '/pin.svg', () => ({
    '/': page('<link rel="mask-icon" href="/pin.svg" color="#0055cc">'),
    '/pin.svg': discSvg('#000'),
  })),
  site(['eighteen-sizes.com'], 'touch icons from 57 to 180 pixels', '/t-180.png', async () => ({
    '/': page(
      [57, 60, 72, 76, 114, 120, 144, 152, 180]
        .map((side) => `<link rel="apple-touch-icon" sizes="${side}x${side}" href="/t-${side}.png">`)
        .join(''),
    ),
    ...Object.fromEntries(
      await Promise.all(
        [57, 60, 72, 76, 114, 120, 144, 152, 180].map(async (side) => [`/t-${side}.png`, await tilePng(side)] as const),
      ),
    ),
  })),
  site(['iphone4-era.com'], 'a precomposed touch icon', '/touch.png', async () => ({
    '/': page('<link rel="apple-touch-icon-precomposed" href="/touch.png">'),
    '/touch.png': await tilePng(144),
  })),
  site(['tile-era.com'], 'a tile for the start screen', '/tile-310.png', async () => ({
    '/': page('<meta name="msapplication-square310x310logo" content="/tile-310.png"><link rel="icon" href="/f.ico">'),
    '/f.ico': await smallIco(),
    '/tile-310.png': await discPng(310, '#07a'),
  })),
  site(['browserconfig-era.com'], 'tiles in a browserconfig', '/big.png', async () => ({
    '/': page('<meta name="msapplication-config" content="/bc.xml">'),
    '/bc.xml':
      '<browserconfig><msapplication><tile><square70x70logo src="/small.png"/><square310x310logo src="/big.png"/></tile></msapplication></browserconfig>',
    '/small.png': await discPng(70, '#07a'),
    '/big.png': await discPng(310, '#07a'),
  })),
  site(['knowledge-panel.com'], 'a square logo in JSON-LD beside 16 pixels', '/logo-512.png', async () => ({
    '/': page(
      '<link rel="icon" href="/favicon-16.png" sizes="16x16"><script type="application/ld+json">{"@context":"https://schema.org","@type":"Organization","logo":{"@type":"ImageObject","url":"/logo-512.png"}}</script>',
    ),
    '/favicon-16.png': await discPng(16, '#b50'),
    '/logo-512.png': await discPng(512, '#b50'),
  })),
  site(['night-and-day.com'], 'icons for light and dark, on light', '/light.svg', () => dayAndNight()),
  site(['night-and-day.org', 'dark'], 'icons for light and dark, on dark', '/dark.svg', () => dayAndNight()),
  site(['chameleon-css.com', 'dark'], 'a drawing that changes with the color scheme', '/i.svg', async () => ({
    '/': page('<link rel="icon" href="/i.svg"><link rel="apple-touch-icon" href="/t.png">'),
    '/i.svg':
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><style>path{fill:#111}@media (prefers-color-scheme:dark){path{fill:#eee}}</style><path d="M50 5a45 45 0 1 0 0 90 45 45 0 0 0 0-90zm0 20l20 40H30z"/></svg>',
    '/t.png': await tilePng(180),
  })),
  site(['webp-only.com'], 'an icon in WebP', '/i.webp', async () => ({
    '/': page('<link rel="icon" type="image/webp" href="/i.webp" sizes="256x256">'),
    '/i.webp': await disc(256, '#639').webp().toBuffer(),
  })),
  site(['app.lumberyard.com'], 'a product with its own icon below a company’s domain', '/app-icon.svg', () => ({
    '/': page('<link rel="icon" href="/app-icon.svg">'),
    '/app-icon.svg': discSvg('#0a7'),
  })),
  elsewhere(
    'docs.quillworks.com',
    'documentation without an icon of its own: the company’s',
    'https://quillworks.com/icon.svg',
    (web) => {
      web.host('docs.quillworks.com', { '/': page('<title>Documentation</title>') });
      web.host('quillworks.com', { '/': page('<link rel="icon" href="/icon.svg">'), '/icon.svg': discSvg('#a07') });
    },
  ),
  elsewhere(
    'quillworks.de',
    'a country’s domain that leads to the company’s',
    'https://quillworks.com/icon.svg',
    (web) => {
      web.host('quillworks.de', { '/': { status: 301, location: 'https://quillworks.com/de/' } });
      web.host('quillworks.com', {
        '/': page('<link rel="icon" href="/icon.svg">'),
        '/de/': page('<link rel="icon" href="/icon.svg">'),
        '/icon.svg': discSvg('#a07'),
      });
    },
  ),
];

async function dayAndNight() {
  return {
    '/': page(
      '<link rel="icon" href="/light.svg" media="(prefers-color-scheme: light)"><link rel="icon" href="/dark.svg" media="(prefers-color-scheme: dark)"><link rel="apple-touch-icon" href="/t.png">',
    ),
    '/light.svg': discSvg('#123'),
    '/dark.svg': discSvg('#def'),
    '/t.png': await tilePng(180),
  };
}
