import { describe, expect, it } from 'vitest';
import { summaryOf } from '../../storage/pageRecord.ts';
import { completedPage } from './settledPages.ts';

describe('the summary of a page, which is stored for every position', () => {
  it.each([
    ['ASCII', 'x'],
    ['characters of three bytes', '漢'],
    ['characters of four bytes', '😀'],
  ])('is bounded in bytes for a title and messages of a million %s', (_, character) => {
    const long = character.repeat(1_000_000);
    const { item } = completedPage(0, { error: long, warning: long });
    const { title, error, warning } = summaryOf({ ...item, metadata: { ...item.metadata, title: long } });
    for (const [text, max] of [
      [title, 256],
      [error, 512],
      [warning, 512],
    ] as const) {
      expect(Buffer.byteLength(text ?? '')).toBeLessThanOrEqual(max);
      expect(text).toMatch(new RegExp(`^(${character})+…$`, 'u'));
    }
  });

  it('keeps short texts as they are', () => {
    const { item } = completedPage(0);
    expect(summaryOf(item)).toMatchObject({ title: 'Page 0', error: undefined });
  });
});
