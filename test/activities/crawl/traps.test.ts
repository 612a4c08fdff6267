import { describe, expect, it } from 'vitest';
import { isEndlessPath, isOtherFile, patternOf } from '../../../activities/crawl/traps.ts';

describe('an address of which there may be endlessly many', () => {
  it.each([
    ['https://example.com/events/2026/11', 'https://example.com/events/…'],
    ['https://example.com/events/2026/11/16/', 'https://example.com/events/…'],
    ['https://example.com/events/2026-11-16', 'https://example.com/events/…'],
    ['https://example.com/events?month=11', 'https://example.com/events?month=…'],
    ['https://example.com/list?size=1&color=2&color=3', 'https://example.com/list?color=…&size=…'],
  ])('%s is one like %s', (url, pattern) => {
    expect(patternOf(new URL(url))).toBe(pattern);
  });

  it.each([
    'https://example.com/2026/11/16/an-article',
    'https://example.com/products/4711',
    'https://example.com/list?page=7',
    'https://example.com/index.php?id=12',
  ])('%s is an ordinary one', (url) => {
    expect(patternOf(new URL(url))).toBeUndefined();
  });
});

describe('a path', () => {
  it.each([
    ['/a/b/a/b/a/b/a/b/a/b', true],
    [`/${Array.from({ length: 41 }, (_, at) => at).join('/')}`, true],
    ['/a/a/a/a', false],
    ['/docs/guide/install', false],
  ])('%s that repeats itself: %s', (path, isEndless) => {
    expect(isEndlessPath(path)).toBe(isEndless);
  });

  it('is that of a picture, an archive or the like by its ending', () => {
    expect(['/a.PNG', '/b.tar.gz', '/c.css'].every(isOtherFile)).toBe(true);
    expect(['/a', '/b.html', '/c.pdf', '/png', '/v1.2'].some(isOtherFile)).toBe(false);
  });
});
