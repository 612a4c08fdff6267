import { Resvg } from '@resvg/resvg-js';
import { describe, expect, test } from 'vitest';
import { contrastRatio, surfaces } from '../../../contracts/images/color.ts';
import { letterOf, monogram, tileColor } from '../../../contracts/images/monogram.ts';

describe('the letter of a monogram', () => {
  test.each([
    ['example.com', 'E'],
    ['1password.com', '1'],
    ['xn--mller-vua.dk', 'M'],
    ['xn--bcher-kva.ch', 'B'],
    ['xn--e1afmkfd.xn--p1ai', 'П'],
    ['xn--r8jz45g.jp', '例'],
    ['xn--mgbh0fb.xn--kgbechtv', 'م'],
    ['xn--ber-goa.com', 'Ü'],
    ['xn--ig-fia.de', 'ß'],
  ])('for %s is %s', (domain, letter) => {
    expect(letterOf(domain)).toBe(letter);
  });
});

describe('the color of a monogram', () => {
  const domains = Array.from({ length: 500 }, (_, index) => `site-${index}.com`);

  test('is always the same for a domain, and varies between domains', () => {
    expect(tileColor('example.com')).toEqual(tileColor('example.com'));
    expect(new Set(domains.map((domain) => tileColor(domain).map(Math.round).join())).size).toBeGreaterThan(200);
  });

  test('has enough contrast to a white letter, and to light and dark surfaces', () => {
    for (const domain of domains) {
      const tile = tileColor(domain);
      expect(contrastRatio(tile, [255, 255, 255])).toBeGreaterThan(4.5);
      expect(contrastRatio(tile, surfaces.dark)).toBeGreaterThan(3);
    }
  });
});

describe('the drawing of a monogram', () => {
  test.each([1, 16, 128, 2048])('for an icon is %i pixels square', (size) => {
    const { svg } = monogram('example.com', 'icon', size);
    expect(svg).toContain(`width="${size}" height="${size}"`);
    expect(svg).toMatch(/>E<\/text>/);
    const { width, height } = new Resvg(svg).render();
    expect([width, height]).toEqual([size, size]);
  });

  test.each([
    [1200, 630],
    [600, 315],
    [1, 1],
    [2048, 1075],
  ])('for a card %i wide is %i high', (width, height) => {
    expect(monogram('example.com', 'og', width)).toMatchObject({ width, height });
  });

  test('has a tile with round corners that reaches the edges', () => {
    const { pixels } = new Resvg(monogram('example.com', 'icon', 64).svg).render();
    const alphaAt = (x: number, y: number) => pixels[(y * 64 + x) * 4 + 3];
    expect(alphaAt(0, 0)).toBe(0);
    expect(alphaAt(32, 0)).toBe(255);
    expect(alphaAt(0, 32)).toBe(255);
    expect(alphaAt(63, 32)).toBe(255);
  });

  test('is well-formed XML for every letter', () => {
    for (const domain of ['a.com', '0.com', 'xn--r8jz45g.jp', '-.com', '&.com', '<.com'])
      expect(() => new Resvg(monogram(domain, 'icon', 16).svg)).not.toThrow();
  });
});
