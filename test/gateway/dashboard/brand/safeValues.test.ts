import { describe, expect, it } from 'vitest';
import {
  contrastOf,
  contrastPairs,
  gradeOf,
  readableOn,
} from '../../../../gateway/dashboard/playground/brand/contrast.ts';
import {
  familyList,
  fileName,
  fillOf,
  gradientOf,
  hexColor,
  lengthsOf,
  shadowOf,
} from '../../../../gateway/dashboard/playground/brand/safeValues.ts';

describe('values of a stranger’s page', () => {
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
  ])('%o takes %s', (read, value, same) => expect(read(value)).toBe(same));

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
  ])('%o does not take %s', (read, value) => expect(read(value)).toBeUndefined());

  it('names of fonts keep their letters only, whatever the script', () => {
    expect(familyList(['Söhne', '游ゴシック', 'PT Serif', 'sans-serif'])).toBe(
      '"Söhne", "游ゴシック", "PT Serif", sans-serif',
    );
    expect(familyList(['A"; } </style>', '";;"', 'serif'])).toBe('"A style", serif');
  });

  it('long nonsense is judged in no time', () => {
    const long = `linear-gradient(${'#000 '.repeat(100_000)}`;
    expect(gradientOf(long)).toBeUndefined();
    expect(shadowOf(`${'#000 0px 0px, '.repeat(27)}x`)).toBeUndefined();
  });

  it('names of files are plain', () => {
    expect(fileName('../Café & Söhne / <b>')).toBe('cafe-so-hne-b');
    expect(fileName('游')).toBe('brand');
  });
});

describe('contrast', () => {
  it('is graded as WCAG does', () => {
    expect(contrastOf('#000000', '#ffffff')).toBe(21);
    expect([7, 6.9, 4.5, 4.4, 3, 2.9].map(gradeOf)).toEqual(['AAA', 'AA', 'AA', 'AA large', 'AA large', 'low']);
    // Never rounded up into a better grade.
    expect(contrastOf('#777777', '#ffffff')).toBe(4.4);
  });

  it('of letters counts against the ground, of fills against the letters too', () => {
    const against = (role: string) =>
      contrastPairs({ role, hex: '#0b7a75' }, '#ffffff', '#000000').map((pair) => pair.against);
    expect(against('link')).toEqual(['background']);
    expect(against('primary')).toEqual(['background', 'text']);
    expect(against('background')).toEqual(['text']);
  });

  it('decides what can be read on a surface', () => {
    expect(readableOn('#ffffff', '#eeeeee', '#333333')).toBe('#333333');
    expect(readableOn('#000080', '#000000')).toBe('#ffffff');
  });
});
