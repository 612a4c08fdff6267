import { describe, expect, test } from 'vitest';
import type { Candidate } from '../../../activities/icons/candidate.ts';
import type { Look } from '../../../activities/icons/decode/protocol.ts';
import { highestScore, scoreCandidate } from '../../../activities/icons/score.ts';

const seen = { contrast: 8, vanishing: 0 };
const unseen = { contrast: 1.1, vanishing: 1 };
const plain: Look = {
  ...{
    format: 'png',
    contentType: 'image/png',
    width: 180,
    height: 180,
    vector: false,
    squareness: 1,
    tile: false,
    grey: false,
  },
  ...{ legibility: { light: seen, dark: seen }, fingerprint: '0000000000000000' },
};
const icon: Candidate = { url: 'https://example.com/a.png', source: 'icon' };

function score(candidate: Partial<Candidate>, look: Partial<Look>, theme: 'light' | 'dark' = 'light') {
  return (
    scoreCandidate({ ...icon, ...candidate }, { ...plain, ...look }, theme, false).score ?? Number.NEGATIVE_INFINITY
  );
}

describe('the better one has the higher score', () => {
  test.each([
    ['a drawing over pixels', score({ source: 'svg-icon' }, { vector: true }), score({ source: 'touch-icon' }, {})],
    [
      'a home-screen icon over a small favicon',
      score({ source: 'touch-icon' }, {}),
      score({}, { width: 32, height: 32 }),
    ],
    ['more pixels over fewer', score({}, { width: 256, height: 256 }), score({}, { width: 48, height: 48 })],
    ['a square over a wordmark', score({}, {}), score({ source: 'json-ld' }, { width: 900, squareness: 0.3 })],
    [
      'a large favicon over a wide logo',
      score({}, { width: 64, height: 64 }),
      score({ source: 'json-ld' }, { width: 600, height: 180, squareness: 0.5 }),
    ],
    [
      'a declared icon over a found one',
      score({ source: 'touch-icon' }, {}),
      score({ source: 'well-known-touch' }, {}),
    ],
    [
      'a visible one over a faint one',
      score({}, {}),
      score({}, { legibility: { light: { contrast: 1.5, vanishing: 0 }, dark: seen } }),
    ],
    [
      'the dark one on dark over any other',
      score({ declaredTheme: 'dark' }, { width: 32, height: 32 }, 'dark'),
      score({ source: 'svg-icon' }, { vector: true }, 'dark'),
    ],
    [
      'any other on light over the dark one',
      score({}, { width: 32, height: 32 }),
      score({ declaredTheme: 'dark', source: 'svg-icon' }, { vector: true }),
    ],
    [
      'a mark over everything',
      score({ source: 'mark' }, { vector: true }),
      score({ source: 'svg-icon', declaredTheme: 'dark' }, { vector: true }, 'dark'),
    ],
  ])('%s', (_, better, worse) => {
    expect(better).toBeGreaterThan(worse);
  });
});

describe('what cannot be used has no score, and a reason', () => {
  test.each<[string, Partial<Look>, RegExp]>([
    ['blank', { blank: 'nothing is drawn' }, /nothing to see/],
    ['a line', { squareness: 0.1 }, /too wide/],
    ['invisible on the theme', { legibility: { light: unseen, dark: seen } }, /cannot be seen on light/],
  ])('%s', (_, look, reason) => {
    const scored = scoreCandidate(icon, { ...plain, ...look }, 'light', false);
    expect(scored.score).toBeUndefined();
    expect(scored.reasons.join()).toMatch(reason);
  });
});

test('the reasons add up to the score', () => {
  const { score, reasons } = scoreCandidate(
    { ...icon, declaredTheme: 'light' },
    { ...plain, squareness: 0.85, tile: true },
    'light',
    true,
  );
  expect(reasons.reduce((sum, reason) => sum + Number.parseInt(reason, 10), 0)).toBe(score);
});

test('no candidate scores more than its declaration promised', () => {
  const looks: Partial<Look>[] = [{}, { vector: true }, { width: 1024, height: 1024 }, { tile: true }];
  for (const source of ['icon', 'svg-icon', 'touch-icon', 'manifest', 'mask-icon', 'json-ld'] as const) {
    for (const look of looks)
      expect(score({ source }, look)).toBeLessThanOrEqual(highestScore({ ...icon, source }, 'light'));
  }
});
