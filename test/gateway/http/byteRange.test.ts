import { describe, expect, it } from 'vitest';
import { byteRangeOf } from '../../../gateway/http/byteRange.ts';

describe('byteRangeOf', () => {
  it.each([
    ['bytes=0-9', { first: 0, last: 9 }],
    ['bytes=90-', { first: 90, last: 99 }],
    ['bytes=-10', { first: 90, last: 99 }],
    ['bytes=-1000', { first: 0, last: 99 }],
    ['bytes=50-1000', { first: 50, last: 99 }],
    ['bytes=99-99', { first: 99, last: 99 }],
  ])('reads %s', (header, range) => {
    expect(byteRangeOf(header, 100)).toEqual(range);
  });

  it.each(['bytes=100-', 'bytes=1000-2000', 'bytes=-0'])('cannot satisfy %s', (header) => {
    expect(byteRangeOf(header, 100)).toBe('unsatisfiable');
  });

  it.each(['', 'bytes=', 'bytes=-', 'bytes=9-0', 'bytes=0-1,5-6', 'lines=0-9', 'bytes=a-b', 'bytes=0x0-9'])(
    'answers "%s" with the whole file',
    (header) => {
      expect(byteRangeOf(header, 100)).toBeUndefined();
    },
  );
});
