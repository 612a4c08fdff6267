import { describe, expect, it } from 'vitest';
import { decide } from '../../../activities/branding/decide.ts';
import { intendedFamily } from '../../../activities/branding/fontFamilies.ts';
import { button, evidenceWith, textStyle } from './support/evidence.ts';

const nothing = { fontFaces: [], fontServices: [], availableFamilies: [] };

function face(family: string) {
  return { family, weight: '400', status: 'loaded' };
}

describe('the intended family of a font stack', () => {
  it.each([
    ['"Open Sans", Arial, sans-serif', 'Open Sans'],
    ['"Inter Var", Inter, -apple-system, "San Francisco", Roboto, sans-serif', 'Inter'],
    ['-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto', 'system-ui'],
    ['ui-sans-serif, system-ui', 'system-ui'],
    ['Georgia, serif', 'Georgia'],
    ['"Font Awesome 6 Free", Lato, sans-serif', 'Lato'],
    ['__Geist_a1b2c3, Arial', 'Geist'],
    ['serif', 'serif'],
  ])('for %s is %s', (stack, family) => expect(intendedFamily(stack, nothing)?.family).toBe(family));

  it('is a later family if the page provides only that one', () => {
    const known = { ...nothing, fontFaces: [face('Inter')] };
    expect(intendedFamily('Gotham, Inter, sans-serif', known)).toEqual({ family: 'Inter', isConfirmed: true });
  });

  it('is not a system font that comes later in the stack', () => {
    expect(intendedFamily('Gotham, Helvetica, Arial', nothing)).toEqual({ family: 'Gotham', isConfirmed: false });
  });

  it('is confirmed by the URL of a font service, even if that did not answer', () => {
    expect(intendedFamily('"Roboto Slab", serif', { ...nothing, fontServices: ['Roboto Slab'] })?.isConfirmed).toBe(
      true,
    );
  });
});

describe('typography', () => {
  const { typography, confidence } = decide(
    evidenceWith({
      texts: [
        textStyle({ family: 'Lora, serif', sizePx: 18, lineHeightPx: 27, chars: 900 }),
        textStyle({ family: 'FontAwesome', chars: 2_000 }),
        textStyle({ family: 'Arial', zone: 'consent', chars: 5_000 }),
        textStyle({
          family: '"Open Sans", sans-serif',
          kind: 'h1',
          sizePx: 48,
          weight: 800,
          lineHeightPx: 52.8,
          chars: 30,
        }),
        textStyle({
          family: '"Open Sans", sans-serif',
          kind: 'h2',
          sizePx: 36,
          weight: 800,
          lineHeightPx: 39.6,
          chars: 60,
        }),
        // A subtitle in a heading element, at the size of text.
        textStyle({ family: 'Lora, serif', kind: 'h3', sizePx: 18, chars: 400 }),
        textStyle({ family: '"Fira Code", monospace', kind: 'code', zone: 'code', chars: 300 }),
        textStyle({ family: 'Lora, serif', kind: 'small', sizePx: 14, chars: 50 }),
      ],
      fontServices: ['Lora', 'Open Sans', 'Fira Code'],
      buttons: [button({ weight: 700, background: 'rgb(0, 133, 161)' })],
    }),
  ).profile;

  it('has the families with the most letters', () =>
    expect(typography?.fontFamilies).toEqual({ primary: 'Lora', heading: 'Open Sans', code: 'Fira Code' }));
  it('has the whole font stacks', () => expect(typography?.fontStacks?.primary).toEqual(['Lora', 'serif']));
  it('has font sizes', () =>
    expect(typography?.fontSizes).toEqual({ h1: '48px', h2: '36px', h3: '18px', body: '18px', small: '14px' }));
  it('has line heights and weights', () => {
    expect(typography?.lineHeights).toEqual({ heading: 1.1, body: 1.5 });
    expect(typography?.fontWeights).toEqual({ heading: 800, body: 400, button: 700 });
  });
  it('has a high confidence if all text agrees', () => expect(confidence.typography).toBeGreaterThan(0.9));
  it('has a low confidence if there is no text', () =>
    expect(decide(evidenceWith()).profile.confidence.typography).toBeLessThan(0.3));
});
