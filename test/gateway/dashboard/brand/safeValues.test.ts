import { describe, expect, it } from 'vitest';
import {
  familyList,
  fileName,
  fillOf,
  gradientOf,
  hexColor,
  lengthsOf,
  shadowOf,
} from '../../../../gateway/dashboard/playground/brand/safeValues.ts';

describe('values of an untrusted page', () => {
  it.each([
    [hexColor, '#0B7A75', '#0b7a75'],
    [lengthsOf, '12px 24px', '12px 24px'],
    [lengthsOf, '50%', '50%'],
    [shadowOf, 'rgba(0, 0, 0, 0.1) 0px 4px 6px -1px', 'rgba(0, 0, 0, 0.1) 0px 4px 6px -1px'],
    [shadowOf, 'oklch(0.5 0.1 200 / 0.2) 0px 0px 0px 3px inset', 'oklch(0.5 0.1 200 / 0.2) 0px 0px 0px 3px inset'],
    [
      gradientOf,
      'linear-gradient(to right, rgb(1, 2, 3), #fff 80%)',
      'linear-gradient(to right, rgb(1, 2, 3), #fff 80%)',
    ],
    [gradientOf, 'radial-gradient(circle at 50% 50%, #000, #fff)', 'radial-gradient(circle at 50% 50%, #000, #fff)'],
    [fillOf, 'transparent', 'transparent'],
  ])('%o accepts %s', (sanitize, value, expected) => expect(sanitize(value)).toBe(expected));

  it.each([
    [hexColor, '#0b7a75;}'],
    [hexColor, 'red'],
    [lengthsOf, '6px;color:red'],
    [lengthsOf, 'calc(1px)'],
    [lengthsOf, '1px 2px 3px 4px 5px'],
    [shadowOf, 'rgba(0,0,0,.1) 0px 0px url(https://evil.example)'],
    [shadowOf, '#000 0px 1px; background: red'],
    [gradientOf, 'linear-gradient(#000, url(https://evil.example))'],
    [gradientOf, 'linear-gradient(#000, #fff), url(x)'],
    [gradientOf, 'linear-gradient(#000, #fff'],
    [gradientOf, 'image-set("x" 1x)'],
    [fillOf, 'url(javascript:alert(1))'],
    [fillOf, undefined],
  ])('%o rejects %s', (sanitize, value) => expect(sanitize(value)).toBeUndefined());

  it('keep only the letters of font names, in any script', () => {
    expect(familyList(['Söhne', '游ゴシック', 'PT Serif', 'sans-serif'])).toBe(
      '"Söhne", "游ゴシック", "PT Serif", sans-serif',
    );
    expect(familyList(['A"; } </style>', '";;"', 'serif'])).toBe('"A style", serif');
  });

  it('are rejected without catastrophic backtracking if they are long and malformed', () => {
    const long = `linear-gradient(${'#000 '.repeat(100_000)}`;
    expect(gradientOf(long)).toBeUndefined();
    expect(shadowOf(`${'#000 0px 0px, '.repeat(27)}x`)).toBeUndefined();
  });

  it('become file names of plain letters', () => {
    expect(fileName('../Café & Söhne / <b>')).toBe('cafe-so-hne-b');
    expect(fileName('游')).toBe('brand');
  });
});
