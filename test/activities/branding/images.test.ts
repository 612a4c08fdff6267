import { describe, expect, it } from 'vitest';
import { decide } from '../../../activities/branding/decide.ts';
import { evidenceWith, logo } from './support/evidence.ts';

const own = logo({
  url: 'https://www.example.com/logo.svg',
  zone: 'header',
  linksHome: true,
  names: 'navbar-brand logo.svg',
});

function profileOf(...parts: Parameters<typeof evidenceWith>) {
  return decide(evidenceWith(...parts)).profile;
}

describe('the logo', () => {
  it('is the picture in the header that links to the home page', () => {
    const hero = logo({ url: 'https://www.example.com/hero.png', y: 200, width: 600, height: 400 });
    expect(profileOf({ logos: [hero, own] }).images?.logo).toBe('https://www.example.com/logo.svg');
  });

  it("is not a partner's logo", () => {
    const partners = [1, 2, 3, 4].map((at) =>
      logo({ url: `https://www.example.com/p${at}.svg`, names: 'client-logo', y: 1_500, siblings: 3 }),
    );
    const inPartners = logo({ zone: 'partners', names: 'logo', linksHome: true });
    expect(profileOf({ logos: [...partners, inPartners, own] }).images?.logo).toBe('https://www.example.com/logo.svg');
    expect(profileOf({ logos: [...partners, inPartners] }).images).not.toHaveProperty('logo');
  });

  it('is not an icon or an avatar', () => {
    const search = logo({ kind: 'svg', zone: 'header', names: 'icon icon-search', width: 20, height: 20 });
    const face = logo({ zone: 'header', names: 'img-profile rounded-circle', x: 1_300, width: 40, height: 40 });
    expect(profileOf({ logos: [search, face] }).images).not.toHaveProperty('logo');
  });

  it('is the declared one if there is none on the page', () => {
    const jsonLd = ['{"@type":"Organization","name":"Orme","logo":"/orme.png"}'];
    const tags = { ...evidenceWith().tags, jsonLd };
    expect(profileOf({ tags })).toMatchObject({
      brandName: 'Orme',
      images: { logo: 'https://www.example.com/orme.png' },
    });
  });
});

describe('favicon and card', () => {
  it('are the drawing among the icons and the first Open Graph image', () => {
    const links = [
      { rel: 'apple-touch-icon', href: '/touch.png', sizes: '180x180' },
      { rel: 'icon', href: '/32.png', sizes: '32x32' },
      { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' },
    ];
    const metas = [
      { name: 'twitter:image', content: '/tw.png' },
      { property: 'og:image', content: '/og.png' },
    ];
    const tags = { ...evidenceWith().tags, links, metas };
    expect(profileOf({ tags }).images).toEqual({
      favicon: 'https://www.example.com/icon.svg',
      ogImage: 'https://www.example.com/og.png',
    });
  });
});

describe('the brand name', () => {
  const named = (parts: Parameters<typeof evidenceWith>[0]) => profileOf(parts).brandName;
  it('is the declared one', () => {
    const metas = [{ property: 'og:site_name', content: 'The Signal' }];
    expect(named({ tags: { ...evidenceWith().tags, metas }, title: 'Night trains - Another' })).toBe('The Signal');
  });
  it('is the part of the title that matches the domain', () => {
    expect(named({ url: 'https://ledgerly.example/', title: 'Ledgerly - Bookkeeping for small businesses' })).toBe(
      'Ledgerly',
    );
    expect(named({ url: 'https://www.tidewater.co.uk/', title: 'Care that listens | Tidewater' })).toBe('Tidewater');
  });
  it("comes from the logo's alt text if title and domain do not match", () => {
    expect(
      named({
        url: 'http://127.0.0.1/',
        title: 'Welcome to our site, the best of them all',
        logos: [{ ...own, alt: 'Copper Console logo' }],
      }),
    ).toBe('Copper Console');
  });
  it('is absent if nothing states it', () => {
    expect(
      named({ url: 'http://127.0.0.1/', title: 'Everything that you ever wanted to know about night trains' }),
    ).toBeUndefined();
  });
});
