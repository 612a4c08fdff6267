import { expect, test } from 'vitest';
import { knownBrands } from '../../../activities/icons/marks/knownBrands.ts';
import { readMarkMap } from '../../../activities/icons/marks/map.ts';
import { createMarks, markOf } from '../../../activities/icons/marks/marks.ts';
import { measureMark } from '../../../activities/icons/marks/measure.ts';
import { isFreelyLicensed } from '../../../activities/icons/marks/packageDomains.ts';
import { readSimpleIcons } from '../../../activities/icons/marks/packages.ts';
import { showcase } from '../../../activities/icons/marks/showcase.ts';
import { parseColor } from '../../../contracts/images/color.ts';
import { parseDomain } from '../../../contracts/images/domain.ts';
import { themes } from '../../../contracts/images/parameters.ts';

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
  ['wa.me', 'simple-icons/whatsapp'],
  ['rust-lang.org', 'logos/rust'],
])('%s has the mark %s', (domain, name) => {
  expect(marks.find(domain, 'light')?.name).toBe(name);
});

test('unknown domains have no mark, nor have the hosts of package sources', () => {
  for (const domain of [
    'example.com',
    'raw.githubusercontent.com',
    'notgoogle.com',
    'go.com',
    'swift.com',
    'google.com.evil.com',
  ]) {
    expect(marks.find(domain, 'light')).toBeUndefined();
  }
});

test('a mark whose only color is invisible gets one that is seen, of its own hue if it has one', () => {
  expect(marks.find('github.com', 'light')).toMatchObject({ name: 'logos/github-icon' });
  expect(marks.find('github.com', 'dark')).toMatchObject({ name: 'logos/github-icon', tint: '#f5f5f5' });
  const [, green = 0, blue = 0] = parseColor(marks.find('xing.com', 'dark')?.tint ?? '') ?? [];
  expect(Math.min(green, blue), 'the petrol of Xing stays petrol').toBeGreaterThan(100);
});

test.each([
  ['amazon.co.uk', 'own/amazon'],
  ['aws.amazon.com', 'cib/amazon-aws'],
  ['music.youtube.com', 'simple-icons/youtubemusic'],
  ['de.m.wikipedia.org', 'simple-icons/wikipedia'],
  ['fr.linkedin.com', 'logos/linkedin-icon'],
  ['tv.apple.com', 'simple-icons/appletv'],
  ['ibm.com', 'cib/ibm'],
  ['oracle.com', 'cib/oracle'],
  ['walmart.com', 'own/walmart'],
  ['chase.com', 'cib/chase'],
])('%s, a country or product of a brand or one that one package lacks, has the mark %s', (domain, name) => {
  expect(marks.find(domain, 'light')?.name).toBe(name);
});

test('a wordmark without a symbol stands on a tile in the color of its brand', async () => {
  const visa = marks.find('visa.com', 'light');
  expect(visa?.themed).toMatchObject({ paint: '#ffffff', tile: '#1a1f71' });
  const measured = visa && measureMark(await marks.read(visa));
  expect(measured?.weight).toBeGreaterThan(0.6);
});

test('brands with several colors keep them', () => {
  for (const domain of ['instagram.com', 'mastercard.com', 'google.com', 'slack.com', 'figma.com', 'microsoft.com'])
    for (const theme of themes) expect(marks.find(domain, theme)?.themed.paint, domain).toBe('own');
});

test('every mark of the mark map can be read', async () => {
  for (const entry of new Set(readMarkMap().values()))
    for (const theme of themes) expect(await marks.read(markOf(entry, theme))).toMatch(/^<svg/);
});

test('marks with a license that puts conditions on showing them are left out', () => {
  const restricted = new Set(
    readSimpleIcons()
      .filter((icon) => !isFreelyLicensed(icon))
      .map(({ slug }) => slug),
  );
  expect(restricted.size).toBeGreaterThan(50);
  for (const { light, dark } of readMarkMap().values())
    for (const { drawing } of [light, dark])
      expect(restricted.has(drawing.replace(/^simple-icons\//, '')), drawing).toBe(false);
});

test('a search without a name shows the showcase, each brand with the domain that it is known by', () => {
  const shown = marks.search('', 100);
  expect(shown.map(({ domains }) => domains[0])).toEqual(showcase);
  expect(shown.find(({ name }) => name === 'LinkedIn')?.domains[0]).toBe('linkedin.com');
  expect(marks.search('wikipedia', 1)[0]?.domains[0]).toBe('wikipedia.org');
});
