import { expect, test } from 'vitest';
import { brandOf } from '../../../../gateway/dashboard/playground/brand/brand.ts';
import { drawHero } from '../../../../gateway/dashboard/playground/brand/drawing/hero.ts';
import { logoProblem, logoSurfaces, plateOn } from '../../../../gateway/dashboard/playground/brand/logo.ts';
import { harbor } from './brands.ts';

const src = 'data:image/png;base64,AA==';
const tower = {
  src,
  inks: [
    { hex: '#12355b', share: 0.6 },
    { hex: '#f5a524', share: 0.4 },
  ],
};
const white = { src, inks: [{ hex: '#ffffff', share: 1 }] };

test('a logo of which a part has the color of the surface is said to vanish there', () => {
  expect(logoProblem(tower, '#12355b')).toBe('a part of it vanishes');
  expect(logoProblem(tower, logoSurfaces.dark)).toBe('a part of it vanishes');
  expect(logoProblem(tower, logoSurfaces.light)).toBeUndefined();
  expect(logoProblem(white, logoSurfaces.light)).toBe('it cannot be seen');
  expect(logoProblem({ src, inks: [] }, logoSurfaces.light), 'of an earlier version').toBeUndefined();
});

test('such a logo stands on a plate on which it is seen', () => {
  expect(plateOn('#12355b', tower)).toBe(logoSurfaces.light);
  expect(plateOn('#fdfdfd', white)).toBe(logoSurfaces.dark);
  expect(plateOn('#12355b', white)).toBeUndefined();
  const brand = brandOf({
    profile: { ...harbor, colors: { ...harbor.colors, background: '#12355b' } },
    host: 'harbor.example',
    logo: tower,
  });
  expect(drawHero(brand, 0).svg).toMatch(/<rect [^>]*fill="#ffffff"[^>]*\/><image /);
});

test('an outlined button keeps a label that can be read on the page’s background', () => {
  const buttonSecondary = { background: 'transparent', textColor: '#ffffff', borderRadius: '8px' };
  const profile = { ...harbor, components: { buttonSecondary } };
  const textOn = (background: string) =>
    brandOf({ profile: { ...profile, colors: { background } }, host: 'harbor.example' }).controls[0]?.look.text;
  expect(textOn('#ffffff')).toBe('#16130f');
  expect(textOn('#12355b')).toBe('#ffffff');
});
