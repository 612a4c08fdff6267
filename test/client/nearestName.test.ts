import { describe, expect, it } from 'vitest';
import { nearestName } from '../../client/nearestName.ts';

const known = ['url', 'formats', 'onlyMainContent', 'waitFor', 'timeout', 'includeTags', 'excludeTags'];

describe('the name that was meant', () => {
  it.each([
    ['ulr', 'url'],
    ['URL', 'url'],
    ['urls', 'url'],
    ['format', 'formats'],
    ['only_main_content', 'onlyMainContent'],
    ['wait-for', 'waitFor'],
    ['time_out', 'timeout'],
    ['tiemout', 'timeout'],
    ['wait', 'waitFor'],
  ])('by %s is %s', (given, meant) => {
    expect(nearestName(given, known)).toBe(meant);
  });

  it.each(['', 'u', 'x', 'flavor', 'lru-cache', 'tags', 'x'.repeat(100_000)])('by %.20s is none of them', (given) => {
    expect(nearestName(given, known)).toBeUndefined();
  });
});
