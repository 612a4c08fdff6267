import { describe, expect, it } from 'vitest';
import { decide } from '../../../activities/branding/decide.ts';
import { familyMeant } from '../../../activities/branding/families.ts';
import { button, seen, text } from './seen.ts';

const nothing = { fontFaces: [], fontServices: [], drawnFamilies: [] };
function face(family: string) {
  return { family, weight: '400', status: 'loaded' };
}

describe('the family that a stack means', () => {
  it.each([
    ['"Open Sans", Arial, sans-serif', 'Open Sans'],
    ['"Inter Var", Inter, -apple-system, "San Francisco", Roboto, sans-serif', 'Inter'],
    ['-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto', 'system-ui'],
    ['ui-sans-serif, system-ui', 'system-ui'],
    ['Georgia, serif', 'Georgia'],
    ['"Font Awesome 6 Free", Lato, sans-serif', 'Lato'],
    ['__Geist_a1b2c3, Arial', 'Geist'],
    ['serif', 'serif'],
  ])('is, for %s, %s', (stack, family) => expect(familyMeant(stack, nothing)?.family).toBe(family));

  it('passes over a name that nothing stands behind for one that the page brings along', () => {
    const known = { ...nothing, fontFaces: [face('Inter')] };
    expect(familyMeant('Gotham, Inter, sans-serif', known)).toEqual({ family: 'Inter', founded: true });
  });

  it('does not take the fallback for the font', () => {
    expect(familyMeant('Gotham, Helvetica, Arial', nothing)).toEqual({ family: 'Gotham', founded: false });
  });

  it('believes a font service by its address, though it did not answer', () => {
    expect(familyMeant('"Roboto Slab", serif', { ...nothing, fontServices: ['Roboto Slab'] })?.founded).toBe(true);
  });
});

describe('typography', () => {
  const { typography, confidence } = decide(
    seen({
      texts: [
        text({ family: 'Lora, serif', sizePx: 18, lineHeightPx: 27, chars: 900 }),
        text({ family: 'FontAwesome', chars: 2_000 }),
        text({ family: 'Arial', zone: 'consent', chars: 5_000 }),
        text({ family: '"Open Sans", sans-serif', kind: 'h1', sizePx: 48, weight: 800, lineHeightPx: 52.8, chars: 30 }),
        text({ family: '"Open Sans", sans-serif', kind: 'h2', sizePx: 36, weight: 800, lineHeightPx: 39.6, chars: 60 }),
        // A subtitle that is a heading in name only.
        text({ family: 'Lora, serif', kind: 'h3', sizePx: 18, chars: 400 }),
        text({ family: '"Fira Code", monospace', kind: 'code', zone: 'code', chars: 300 }),
        text({ family: 'Lora, serif', kind: 'small', sizePx: 14, chars: 50 }),
      ],
      fontServices: ['Lora', 'Open Sans', 'Fira Code'],
      buttons: [button({ weight: 700, background: 'rgb(0, 133, 161)' })],
    }),
  ).profile;

  it('names the families by the letters set in each', () =>
    expect(typography?.fontFamilies).toEqual({ primary: 'Lora', heading: 'Open Sans', code: 'Fira Code' }));
  it('gives the whole stacks too', () => expect(typography?.fontStacks?.primary).toEqual(['Lora', 'serif']));
  it('gives sizes', () =>
    expect(typography?.fontSizes).toEqual({ h1: '48px', h2: '36px', h3: '18px', body: '18px', small: '14px' }));
  it('gives line heights and weights', () => {
    expect(typography?.lineHeights).toEqual({ heading: 1.1, body: 1.5 });
    expect(typography?.fontWeights).toEqual({ heading: 800, body: 400, button: 700 });
  });
  it('is sure where all agrees', () => expect(confidence.typography).toBeGreaterThan(0.9));
  it('is not where there is no text', () => expect(decide(seen()).profile.confidence.typography).toBeLessThan(0.3));
});
