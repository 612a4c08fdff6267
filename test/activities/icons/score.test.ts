import { describe, expect, test } from 'vitest';
import type { Candidate } from '../../../activities/icons/candidate.ts';
import type { Inspection } from '../../../activities/icons/decode/protocol.ts';
import { maxScore, scoreCandidate } from '../../../activities/icons/score.ts';

const visible = { contrast: 8, invisibleShare: 0 };
const invisible = { contrast: 1.1, invisibleShare: 1 };
const plain: Inspection = {
  ...{
    format: 'png',
    contentType: 'image/png',
    width: 180,
    height: 180,
    isVector: false,
    squareness: 1,
    hasBackground: false,
    isGray: false,
  },
  ...{ legibility: { light: visible, dark: visible }, fingerprint: '0000000000000000' },
};
const icon: Candidate = { url: 'https://example.com/a.png', source: 'icon' };

function score(candidate: Partial<Candidate>, inspection: Partial<Inspection>, theme: 'light' | 'dark' = 'light') {
  return (
    scoreCandidate({ ...icon, ...candidate }, { ...plain, ...inspection }, theme, false).score ??
    Number.NEGATIVE_INFINITY
  );
}

describe('the score of a candidate', () => {
  test.each([
    [
      'a drawing than for pixels',
      score({ source: 'svg-icon' }, { isVector: true }),
      score({ source: 'touch-icon' }, {}),
    ],
    [
      'a home-screen icon than for a small favicon',
      score({ source: 'touch-icon' }, {}),
      score({}, { width: 32, height: 32 }),
    ],
    ['more pixels than for fewer', score({}, { width: 256, height: 256 }), score({}, { width: 48, height: 48 })],
    ['a square than for a wordmark', score({}, {}), score({ source: 'json-ld' }, { width: 900, squareness: 0.3 })],
    [
      'a large favicon than for a wide logo',
      score({}, { width: 64, height: 64 }),
      score({ source: 'json-ld' }, { width: 600, height: 180, squareness: 0.5 }),
    ],
    [
      'a declared icon than for one at a well-known path',
      score({ source: 'touch-icon' }, {}),
      score({ source: 'well-known-touch' }, {}),
    ],
    [
      'a visible icon than for a faint one',
      score({}, {}),
      score({}, { legibility: { light: { contrast: 1.5, invisibleShare: 0 }, dark: visible } }),
    ],
    [
      'a declared dark icon on dark than for any other',
      score({ declaredTheme: 'dark' }, { width: 32, height: 32 }, 'dark'),
      score({ source: 'svg-icon' }, { isVector: true }, 'dark'),
    ],
    [
      'any other icon on light than for a declared dark one',
      score({}, { width: 32, height: 32 }),
      score({ declaredTheme: 'dark', source: 'svg-icon' }, { isVector: true }),
    ],
    [
      'a curated mark than for anything else',
      score({ source: 'mark' }, { isVector: true }),
      score({ source: 'svg-icon', declaredTheme: 'dark' }, { isVector: true }, 'dark'),
    ],
  ])('is higher for %s', (_, better, worse) => {
    expect(better).toBeGreaterThan(worse);
  });
});

describe('a candidate without a score', () => {
  test.each<[string, Partial<Inspection>, RegExp]>([
    ['is blank', { blank: 'nothing is drawn' }, /nothing to see/],
    ['is a line', { squareness: 0.1 }, /too wide/],
    ['is invisible on the theme', { legibility: { light: invisible, dark: visible } }, /cannot be seen on light/],
  ])('%s, and has a reason', (_, inspection, reason) => {
    const scored = scoreCandidate(icon, { ...plain, ...inspection }, 'light', false);
    expect(scored.score).toBeUndefined();
    expect(scored.reasons.join()).toMatch(reason);
  });
});

test('the numbers in the reasons of a candidate add up to its score', () => {
  const { score, reasons } = scoreCandidate(
    { ...icon, declaredTheme: 'light' },
    { ...plain, squareness: 0.85, hasBackground: true },
    'light',
    true,
  );
  expect(reasons.reduce((sum, reason) => sum + Number.parseInt(reason, 10), 0)).toBe(score);
});

test('no candidate scores more than its maximum by declaration', () => {
  const inspections: Partial<Inspection>[] = [
    {},
    { isVector: true },
    { width: 1024, height: 1024 },
    { hasBackground: true },
  ];
  for (const source of ['icon', 'svg-icon', 'touch-icon', 'manifest', 'mask-icon', 'json-ld'] as const) {
    for (const inspection of inspections)
      expect(score({ source }, inspection)).toBeLessThanOrEqual(maxScore({ ...icon, source }, 'light'));
  }
});
