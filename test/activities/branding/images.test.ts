import { describe, expect, it } from 'vitest';
import { decide } from '../../../activities/branding/decide.ts';
import { logo, seen } from './seen.ts';

const own = logo({
  url: 'https://www.example.com/logo.svg',
  zone: 'header',
  linksHome: true,
  names: 'navbar-brand logo.svg',
});
function profileOf(...parts: Parameters<typeof seen>) {
  return decide(seen(...parts)).profile;
}

describe('the logo', () => {
  it('is the picture in the header that leads home', () => {
    const hero = logo({ url: 'https://www.example.com/hero.png', y: 200, width: 600, height: 400 });
    expect(profileOf({ logos: [hero, own] }).images?.logo).toBe('https://www.example.com/logo.svg');
  });

  it("is not a partner's", () => {
    const partners = [1, 2, 3, 4].map((at) =>
      logo({ url: `https://www.example.com/p${at}.svg`, names: 'client-logo', y: 1_500, siblings: 3 }),
    );
    const fenced = logo({ zone: 'partners', names: 'logo', linksHome: true });
    expect(profileOf({ logos: [...partners, fenced, own] }).images?.logo).toBe('https://www.example.com/logo.svg');
    expect(profileOf({ logos: [...partners, fenced] }).images).not.toHaveProperty('logo');
  });

  it("is not an icon or somebody's face", () => {
    const search = logo({ kind: 'svg', zone: 'header', names: 'icon icon-search', width: 20, height: 20 });
    const face = logo({ zone: 'header', names: 'img-profile rounded-circle', x: 1_300, width: 40, height: 40 });
    expect(profileOf({ logos: [search, face] }).images).not.toHaveProperty('logo');
  });

  it('is what the site declares where none was seen', () => {
    const jsonLd = ['{"@type":"Organization","name":"Orme","logo":"/orme.png"}'];
    const tags = { ...seen().tags, jsonLd };
    expect(profileOf({ tags })).toMatchObject({
      brandName: 'Orme',
      images: { logo: 'https://www.example.com/orme.png' },
    });
  });
});

describe('what the head names', () => {
  it('prefers a drawing for the tab, and the first card', () => {
    const links = [
      { rel: 'apple-touch-icon', href: '/touch.png', sizes: '180x180' },
      { rel: 'icon', href: '/32.png', sizes: '32x32' },
      { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' },
    ];
    const metas = [
      { name: 'twitter:image', content: '/tw.png' },
      { property: 'og:image', content: '/og.png' },
    ];
    const tags = { ...seen().tags, links, metas };
    expect(profileOf({ tags }).images).toEqual({
      favicon: 'https://www.example.com/icon.svg',
      ogImage: 'https://www.example.com/og.png',
    });
  });
});

describe('the brand name', () => {
  const named = (parts: Parameters<typeof seen>[0]) => profileOf(parts).brandName;
  it('is what the site declares', () => {
    const metas = [{ property: 'og:site_name', content: 'The Signal' }];
    expect(named({ tags: { ...seen().tags, metas }, title: 'Night trains - Another' })).toBe('The Signal');
  });
  it('is the part of the title that the address agrees with', () => {
    expect(named({ url: 'https://ledgerly.example/', title: 'Ledgerly - Bookkeeping for small businesses' })).toBe(
      'Ledgerly',
    );
    expect(named({ url: 'https://www.tidewater.co.uk/', title: 'Care that listens | Tidewater' })).toBe('Tidewater');
  });
  it("is in the logo's alternative text", () => {
    expect(
      named({
        url: 'http://127.0.0.1/',
        title: 'Welcome to our site, the best of them all',
        logos: [{ ...own, alt: 'Copper Console logo' }],
      }),
    ).toBe('Copper Console');
  });
  it('is absent where nobody says it', () => {
    expect(
      named({ url: 'http://127.0.0.1/', title: 'Everything that you ever wanted to know about night trains' }),
    ).toBeUndefined();
  });
});
