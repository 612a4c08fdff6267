import { expect, test } from 'vitest';
import { knownBrands } from '../../../activities/icons/marks/knownBrands.ts';
import { readMarkMap } from '../../../activities/icons/marks/map.ts';
import { createMarks } from '../../../activities/icons/marks/marks.ts';
import { isFreelyLicensed } from '../../../activities/icons/marks/packageDomains.ts';
import { readSimpleIcons } from '../../../activities/icons/marks/packages.ts';
import { contrastRatio, parseColor, surfaces } from '../../../contracts/images/color.ts';
import { parseDomain } from '../../../contracts/images/domain.ts';

const marks = createMarks();

test('at least 1,500 domains have a mark, and at least 300 brands are listed by hand', () => {
  expect(marks.size).toBeGreaterThan(1_500);
  expect(knownBrands.length).toBeGreaterThan(300);
});

test('every domain of the mark map has its canonical spelling', () => {
  for (const domain of readMarkMap().keys()) expect(parseDomain(domain)).toEqual({ domain });
});

test.each([
  ['google.com', 'logos/google-icon'],
  ['google.de', 'logos/google-icon'],
  ['google.co.uk', 'logos/google-icon'],
  ['youtu.be', 'logos/youtube-icon'],
  ['github.com', 'logos/github-icon'],
  ['spotify.com', 'logos/spotify-icon'],
  ['ebay.de', 'simple-icons/ebay'],
  ['docs.google.com', 'simple-icons/googledocs'],
  ['wa.me', 'logos/whatsapp-icon'],
  ['rust-lang.org', 'logos/rust'],
])('%s has the mark %s', (domain, name) => {
  expect(marks.find(domain, 'light')?.name).toBe(name);
});

test('unknown domains have no mark, nor have the hosts of package sources', () => {
  for (const domain of [
    'example.com',
    'raw.githubusercontent.com',
    'wikimedia.org',
    'notgoogle.com',
    'google.com.evil.com',
  ]) {
    expect(marks.find(domain, 'light')).toBeUndefined();
  }
});

test('a mark that would be invisible is painted in a visible color', () => {
  expect(marks.find('github.com', 'light')).toMatchObject({ name: 'logos/github-icon', fits: true });
  expect(marks.find('github.com', 'dark')).toEqual({ name: 'logos/github-icon', tint: '#f5f5f5', fits: true });
  for (const domain of readMarkMap().keys()) {
    for (const theme of ['light', 'dark'] as const) {
      const tint = parseColor(marks.find(domain, theme)?.tint ?? '');
      if (tint !== undefined)
        expect(contrastRatio(tint, surfaces[theme]), `${domain} on ${theme}`).toBeGreaterThan(1.5);
    }
  }
});

test('every mark of the mark map can be read', async () => {
  const names = new Set(
    [...readMarkMap().keys()]
      .flatMap((domain) => (['light', 'dark'] as const).map((theme) => marks.find(domain, theme)))
      .map((mark) => mark?.name ?? ''),
  );
  for (const name of names) expect(await marks.read({ name, fits: true })).toMatch(/^<svg/);
});

test('marks with a license that puts conditions on showing them are left out', () => {
  const restricted = new Set(
    readSimpleIcons()
      .filter((icon) => !isFreelyLicensed(icon))
      .map(({ slug }) => slug),
  );
  expect(restricted.size).toBeGreaterThan(50);
  for (const { simple } of readMarkMap().values()) expect(restricted.has(simple ?? '')).toBe(false);
});
