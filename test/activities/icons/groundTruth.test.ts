import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDecoderPool, type DecoderPool } from '../../../activities/icons/decode/pool.ts';
import { createJudge, groundTruth } from './support/truth/judge.ts';

let decoder: DecoderPool;
beforeAll(async () => {
  decoder = createDecoderPool({ inspectTimeoutMs: 60_000 });
  await decoder.warm();
}, 60_000);
afterAll(() => decoder.close());

test('a hundred domains are in the ground truth', () => {
  expect(new Set(groundTruth.map(({ domain }) => domain)).size).toBe(100);
});

test.each(groundTruth.map((expectation) => [expectation.domain, expectation.about, expectation] as const))(
  'the icon of %s is what a person expects (%s)',
  async (_domain, _about, expectation) => {
    const { got, isAsExpected, wanted } = await createJudge(decoder)(expectation);
    expect(isAsExpected, `${got} instead of ${wanted}`).toBe(true);
  },
);
