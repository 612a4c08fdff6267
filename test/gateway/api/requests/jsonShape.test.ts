import { describe, expect, it } from 'vitest';
import { shapeProblem } from '../../../../gateway/api/requests/jsonShape.ts';

const limits = { maxDepth: 3, maxValues: 10 };

describe('the shape of a body', () => {
  it.each([
    '',
    '"text"',
    '{"a":[{"b":1}]}',
    '[1,2,3,4,5,6,7,8,9]',
    // Brackets, commas and escaped quotes in strings do not count.
    '["[[[[[[,,,,,,,,,,,{{{{{{"]',
    String.raw`["\"[[[[[[", "\\", "\\\"[[[[[["]`,
    // Broken JSON is for the parser to complain about.
    '"[[[[[[',
    ']]]]}}}}',
  ])('is fine for %s', (text) => {
    expect(shapeProblem(text, limits)).toBeUndefined();
  });

  it.each(['[[[[1]]]]', '{"a":{"b":{"c":{}}}}', String.raw`["\\", [[["\\"]]]]`])('is too deep for %s', (text) => {
    expect(shapeProblem(text, limits)).toBe('The body is nested deeper than 3 levels.');
  });

  it.each(['[1,2,3,4,5,6,7,8,9,10]', '[[],[],[],[],[]]', '{"a":1,"b":2,"c":{"d":[1,2,3,4,5,6]}}'])(
    'has too many values for %s',
    (text) => {
      expect(shapeProblem(text, limits)).toBe('The body has more than 10 values.');
    },
  );
});
