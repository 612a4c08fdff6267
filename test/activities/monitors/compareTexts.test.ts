import { describe, expect, it } from 'vitest';
import { compareTexts, linesOf } from '../../../activities/monitors/compareTexts.ts';
import { learnNoise } from '../../../activities/monitors/noise.ts';

const none = new Set<string>();
const page = ['# Prices', 'Widget: 10 €', 'Gadget: 20 €', 'All prices with tax.', '12 visitors online', 'Imprint'];

function withLine(at: number, ...lines: string[]): string[] {
  return page.toSpliced(at, 1, ...lines);
}

describe('the change of a page', () => {
  it('is nothing if only blank lines and trailing spaces differ', () => {
    expect(compareTexts(linesOf('a\n\nb  \n'), linesOf('a\nb\n\n\n'), none)).toBeUndefined();
  });

  it('is a unified diff with two lines of context', () => {
    expect(compareTexts(page, withLine(1, 'Widget: 12 €'), none)).toEqual({
      added: 1,
      removed: 1,
      diff: '@@ -1,4 +1,4 @@\n # Prices\n-Widget: 10 €\n+Widget: 12 €\n Gadget: 20 €\n All prices with tax.',
    });
  });

  it('may be lines that are only new, or only gone, at the start and at the end', () => {
    expect(compareTexts(page, ['News', ...page], none)).toMatchObject({ added: 1, removed: 0 });
    expect(compareTexts(page, page.slice(0, -1), none)).toMatchObject({ added: 0, removed: 1 });
    expect(compareTexts([], page, none)).toMatchObject({ added: page.length, removed: 0 });
  });

  it('of two pages with nothing in common has no diff, and is found soon', () => {
    const before = Array.from({ length: 20_000 }, (_, at) => `before ${at}`);
    const after = Array.from({ length: 20_000 }, (_, at) => `after ${at}`);
    expect(compareTexts(before, after, none)).toEqual({ added: 20_000, removed: 20_000 });
  });

  it('has a diff that is cut', () => {
    const change = compareTexts(
      page,
      [...page, ...Array.from({ length: 1_000 }, (_, at) => `${at}`.repeat(100))],
      none,
    );
    expect(change?.diff?.length).toBeLessThan(66_000);
    expect(change?.diff).toMatch(/\(cut\)$/);
  });
});

describe('noise', () => {
  const noise = learnNoise(none, page, withLine(4, '15 visitors online'));

  it('that two readings at the same time have shown is no change later', () => {
    expect(compareTexts(page, withLine(4, '9 visitors online'), noise)).toBeUndefined();
    expect(compareTexts(page, withLine(4, '4,711 visitors online'), noise)).toBeUndefined();
  });

  it('hides no other change, and is left out of its diff', () => {
    const after = withLine(4, '9 visitors online').with(1, 'Widget: 12 €');
    expect(compareTexts(page, after, noise)?.diff).toBe(
      '@@ -1,4 +1,4 @@\n # Prices\n-Widget: 10 €\n+Widget: 12 €\n Gadget: 20 €\n All prices with tax.',
    );
  });

  it('is left out of the diff of the line beside it', () => {
    const after = withLine(4, '9 visitors online').with(3, 'Prices without tax.');
    expect(compareTexts(page, after, noise)).toMatchObject({ added: 1, removed: 1 });
    expect(compareTexts(page, after, noise)?.diff).not.toContain('-12 visitors');
  });

  it('does not make numbers of the same form elsewhere invisible', () => {
    expect(compareTexts(page, withLine(2, 'Gadget: 30 €'), noise)).not.toBeUndefined();
  });

  it('that is a bare number is known by its place', () => {
    const counter = learnNoise(none, withLine(4, '12'), withLine(4, '13'));
    expect(compareTexts(withLine(4, '14'), withLine(4, '15'), counter)).toBeUndefined();
    expect(compareTexts(withLine(1, '10'), withLine(1, '11'), counter)).not.toBeUndefined();
  });

  it('without a form is known by its place', () => {
    const quotation = learnNoise(none, withLine(4, 'To be or not to be'), withLine(4, 'All the world is a stage'));
    expect(compareTexts(page, withLine(4, 'Brevity', 'is the soul of wit'), quotation)).toBeUndefined();
    expect(compareTexts(page, withLine(1, 'Widget: 12 €'), quotation)).not.toBeUndefined();
  });

  it('may be a token', () => {
    const token = learnNoise(
      none,
      withLine(4, '[Log in](/in?t=a8f3k2l9q1)'),
      withLine(4, '[Log in](/in?t=0zz81mm3p7)'),
    );
    expect(
      compareTexts(withLine(4, '[Log in](/in?t=q1w2e3r4t5)'), withLine(4, '[Log in](/in?t=9o8i7u6y5t)'), token),
    ).toBeUndefined();
  });

  it('is remembered up to a number of marks', () => {
    const many = Array.from({ length: 5_000 }, (_, at) => [`stable ${'x'.repeat(at % 7)}${at}s`, `${at}`]).flat();
    const later = many.map((line) => (/^\d/.test(line) ? `${line}${line}` : line));
    expect(learnNoise(none, many, later).size).toBeLessThanOrEqual(300);
  });
});
