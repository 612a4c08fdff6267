import { describe, expect, it } from 'vitest';
import { cluster } from '../../../activities/branding/colors/cluster.ts';
import {
  contrast,
  flatten,
  gradientColors,
  over,
  readColor,
  white,
} from '../../../activities/branding/colors/color.ts';
import { decide } from '../../../activities/branding/decide.ts';
import { button, evidenceWith, textStyle } from './support/evidence.ts';

function color(css: string) {
  const read = readColor(css);
  if (read === undefined) throw new Error(`${css} is not a color`);
  return read;
}

function colorsOf(...parts: Parameters<typeof evidenceWith>) {
  return decide(evidenceWith(...parts)).profile.colors;
}

describe('colors', () => {
  it.each([
    ['rgb(255, 200, 0)', '#ffc800'],
    ['oklch(0.205 0 0)', '#171717'],
    ['color(srgb 0.419608 0.447059 0.501961)', '#6b7280'],
    ['hsl(222 47% 11%)', '#0f1729'],
    ['color(display-p3 1 0 0)', '#ff0000'],
    ['#ABC', '#aabbcc'],
  ])('are read from %s', (css, hex) => expect(readColor(css)?.hex).toBe(hex));

  it.each(['', 'none', 'var(--x)', 'rgb(', 'oklch(0.5 0.1', 'url(#a)', 'lab(29.2345% 39.3825 / / )'])(
    'are not read from %j',
    (css) => expect(readColor(css)).toBeUndefined(),
  );

  it('are blended with the layers behind them', () => {
    expect(over(color('rgba(0, 0, 0, 0.87)'), white).hex).toBe('#212121');
    expect(flatten(['rgba(255, 255, 255, 0.5)', 'rgb(0, 0, 0)'], white)?.hex).toBe('#808080');
    expect(flatten(['image', 'rgb(0, 0, 0)'], white)).toBeUndefined();
  });

  it('are found in the stops of a gradient', () => {
    const found = gradientColors('linear-gradient(90deg, rgb(255, 77, 141) 0%, rgba(0, 0, 0, 0.1), #ff5c7a)');
    expect(found.map(({ hex }) => hex)).toEqual(['#ff4d8d', '#ff5c7a']);
  });

  it('have the contrast that WCAG defines', () => expect(contrast(color('#767676'), white)).toBeCloseTo(4.54, 2));
});

describe('color clusters', () => {
  it('group similar shades under the heaviest one', () => {
    const all = [
      { color: color('#4f46e5'), weight: 5 },
      { color: color('#5048e5'), weight: 2 },
      { color: color('#16a34a'), weight: 3 },
    ];
    expect(cluster(all).map(({ color: { hex }, weight }) => [hex, weight])).toEqual([
      ['#4f46e5', 7],
      ['#16a34a', 3],
    ]);
  });
});

describe('the primary color', () => {
  const blue = button({ background: 'rgb(23, 105, 170)', color: 'rgb(255, 255, 255)' });

  it('is the fill of the main button', () => {
    expect(colorsOf({ buttons: [blue] })?.primary).toBe('#1769aa');
  });

  it.each(['consent', 'overlay', 'widget', 'ad', 'code', 'partners'] as const)(
    'is not taken from a louder button in the zone %s',
    (zone) => {
      const loud = button({ zone, background: 'rgb(255, 0, 85)', text: 'Get it now', height: 60, width: 400 });
      expect(colorsOf({ buttons: [loud, loud, loud, blue] })?.primary).toBe('#1769aa');
    },
  );

  it('is not taken from the button of a social network', () => {
    const share = button({ background: 'rgb(24, 119, 242)', classes: 'btn btn-facebook', text: 'Share' });
    expect(colorsOf({ buttons: [share, share, blue] })?.primary).toBe('#1769aa');
  });

  it('is not a default of a framework that no element has', () => {
    const variables: [string, string][] = [['--primary', '#007bff']];
    const orange = button({ background: 'rgb(249, 99, 50)', classes: 'btn btn-primary' });
    expect(colorsOf({ variables, buttons: [orange] })?.primary).toBe('#f96332');
  });

  it('is not taken from a danger button', () => {
    const danger = button({ background: 'rgb(220, 53, 69)', classes: 'btn btn-danger', text: 'Delete' });
    expect(colorsOf({ buttons: [danger, danger, danger, blue] })?.primary).toBe('#1769aa');
  });

  it('is black if the buttons are black and nothing has a color', () => {
    const black = button({ background: 'rgb(26, 26, 26)', color: 'rgb(255, 255, 255)' });
    expect(colorsOf({ buttons: [black], texts: [textStyle()] })?.primary).toBe('#1a1a1a');
  });

  it('is the first stop of a gradient', () => {
    const gradient = 'linear-gradient(90deg, rgb(255, 77, 141), rgb(255, 92, 122))';
    expect(colorsOf({ buttons: [button({ background: 'rgba(0, 0, 0, 0)', gradient })] })?.primary).toBe('#ff4d8d');
  });

  it('is absent if there are no signals', () => {
    expect(colorsOf({ texts: [textStyle()] })).toEqual({ background: '#ffffff', textPrimary: '#000000' });
  });

  it('is not the blue of unstyled links', () => {
    expect(
      colorsOf({ texts: [textStyle(), textStyle({ kind: 'link', color: 'rgb(0, 0, 238)' })] })?.primary,
    ).toBeUndefined();
  });

  it('makes the other tokens of its family count, and none of another family', () => {
    const variables: [string, string][] = [
      ['--bs-primary', '#1769aa'],
      ['--bs-secondary', '#6c757d'],
      ['--bs-success', '25, 135, 84'],
      ['--other-warning', '#ffc107'],
    ];
    const colors = colorsOf({ variables, buttons: [blue] });
    expect(colors).toMatchObject({ secondary: '#6c757d', success: '#198754' });
    expect(colors).not.toHaveProperty('warning');
  });
});

describe('the background and the color scheme', () => {
  const profileOf = (...parts: Parameters<typeof evidenceWith>) => decide(evidenceWith(...parts)).profile;
  const root = evidenceWith().root;

  it('come from sections that cover the body', () => {
    const profile = profileOf({ strip: new Array<string>(100).fill('rgb(16, 18, 38)') });
    expect(profile).toMatchObject({ colorScheme: 'dark', colors: { background: '#101226' } });
  });

  it('come from the body if a dark hero covers only a part of it', () => {
    const strip = [...new Array<string>(60).fill('rgb(0, 0, 0)'), ...new Array<string>(40).fill('')];
    expect(profileOf({ strip })).toMatchObject({ colorScheme: 'light', colors: { background: '#ffffff' } });
  });

  it('come from the body between sections of several colors, and links from there rather than from the hero', () => {
    const strip = [
      ...new Array<string>(10).fill(''),
      ...new Array<string>(45).fill('rgb(18, 53, 91)'),
      ...new Array<string>(45).fill('rgb(234, 244, 244)'),
    ];
    const texts = [
      textStyle({ chars: 400 }),
      textStyle({ kind: 'link', zone: 'header', color: 'rgb(18, 53, 91)', chars: 20 }),
      textStyle({ kind: 'link', color: 'rgb(255, 255, 255)', behind: ['rgb(18, 53, 91)'], chars: 40 }),
    ];
    const { colorScheme, colors } = profileOf({ strip, texts });
    expect({ colorScheme, ...colors }).toMatchObject({ colorScheme: 'light', background: '#ffffff', link: '#12355b' });
  });

  it('are not affected by pictures', () => {
    const strip = [...new Array<string>(95).fill('image'), ...new Array<string>(5).fill('')];
    expect(profileOf({ strip }).colors?.background).toBe('#ffffff');
  });

  it('come from the dark canvas of a browser if the page only states a dark scheme', () => {
    const dark = { ...root, bodyBackground: 'rgba(0, 0, 0, 0)', colorScheme: 'dark' };
    expect(profileOf({ root: dark })).toMatchObject({ colorScheme: 'dark', colors: { background: '#121212' } });
  });
});

describe('text colors', () => {
  it('include the body color if it is used, although most letters are muted', () => {
    const root = { ...evidenceWith().root, bodyColor: 'rgb(33, 37, 41)' };
    const texts = [
      textStyle({ color: 'rgb(108, 117, 125)', chars: 1_500 }),
      textStyle({ color: 'rgb(33, 37, 41)', kind: 'h2', chars: 160 }),
    ];
    expect(colorsOf({ root, texts })).toMatchObject({ textPrimary: '#212529', textSecondary: '#6c757d' });
  });

  it('come from the text if the body color is not used', () => {
    const texts = [textStyle({ color: 'rgb(51, 64, 47)', chars: 900 })];
    expect(colorsOf({ texts })?.textPrimary).toBe('#33402f');
  });

  it('do not count text on pictures and on other backgrounds', () => {
    const texts = [
      textStyle({ color: 'rgb(255, 255, 255)', behind: ['image'], chars: 5_000 }),
      textStyle({ color: 'rgb(255, 255, 255)', behind: ['rgb(0, 0, 0)'], chars: 5_000 }),
      textStyle({ color: 'rgb(40, 40, 40)', chars: 200 }),
    ];
    expect(colorsOf({ texts })?.textPrimary).toBe('#282828');
  });

  it('include the color of links that do not look like text', () => {
    const texts = [
      textStyle({ chars: 800 }),
      textStyle({ kind: 'link', chars: 300 }),
      textStyle({ kind: 'link', color: 'rgb(200, 16, 46)', chars: 90 }),
    ];
    expect(colorsOf({ texts })?.link).toBe('#c8102e');
  });
});

describe('the palette', () => {
  it('has the share of the page that each color covers', () => {
    const strip = [...new Array<string>(75).fill(''), ...new Array<string>(25).fill('rgb(23, 105, 170)')];
    const { palette } = decide(evidenceWith({ strip, buttons: [button({ background: 'rgb(23, 105, 170)' })] })).profile;
    expect(palette).toEqual([
      { hex: '#ffffff', share: 0.75, role: 'background' },
      { hex: '#1769aa', share: 0.25, role: 'primary' },
    ]);
  });
});
