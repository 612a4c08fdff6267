import { describe, expect, test } from 'vitest';
import { imageCacheKey, parseImageParameters, pixelsOf } from '../../../contracts/images/parameters.ts';

function icon(query: Record<string, string | string[]>) {
  return parseImageParameters('icon', query);
}

function og(query: Record<string, string | string[]>) {
  return parseImageParameters('og', query);
}

test('a query without parameters gives the defaults of each kind', () => {
  expect(icon({})).toEqual({
    kind: 'icon',
    size: 128,
    format: 'png',
    theme: 'light',
    fallback: 'monogram',
    retina: false,
  });
  expect(og({})).toEqual({ kind: 'og', size: 1200, format: 'png', theme: 'light', fallback: '404', retina: false });
});

describe('the size parameter', () => {
  test.each([
    ['64', 64],
    ['1', 1],
    ['2048', 2048],
    ['0', 1],
    ['-5', 1],
    ['2049', 2048],
    ['99999', 2048],
    ['9'.repeat(400), 2048],
    ['12.7', 12],
    ['12.', 12],
    ['0.4', 1],
    [' 64 ', 64],
    ['+64', 64],
    ['064', 64],
    ['abc', 128],
    ['', 128],
    ['12px', 128],
    ['1e3', 128],
    ['0x40', 128],
    ['NaN', 128],
    ['Infinity', 128],
    [['32', '64'], 32],
    [['abc', '64'], 128],
  ])('%j means a size of %i', (size, expected) => {
    expect(icon({ size }).size).toBe(expected);
  });

  test('that is invalid means 1200 for an Open Graph image', () => {
    expect(og({ size: 'abc' }).size).toBe(1200);
  });
});

test.each([
  ['png', 'png'],
  ['webp', 'webp'],
  ['jpg', 'jpg'],
  ['jpeg', 'png'],
  ['JPG', 'png'],
  ['svg', 'png'],
  ['', 'png'],
])('the format parameter %j means %s', (format, expected) => {
  expect(icon({ format }).format).toBe(expected);
});

test('the theme is dark only for the value dark, and never for Open Graph images', () => {
  expect(icon({ theme: 'dark' }).theme).toBe('dark');
  expect(icon({ theme: 'Dark' }).theme).toBe('light');
  expect(icon({ theme: 'sepia' }).theme).toBe('light');
  expect(og({ theme: 'dark' }).theme).toBe('light');
});

test('the fallback has a default for each kind, which unknown values mean too', () => {
  expect(icon({ fallback: '404' }).fallback).toBe('404');
  expect(og({ fallback: 'monogram' }).fallback).toBe('monogram');
  expect(icon({ fallback: 'none' }).fallback).toBe('monogram');
  expect(og({ fallback: 'none' }).fallback).toBe('404');
});

test('retina doubles the pixels, only for the value true', () => {
  expect(icon({ retina: 'true' }).retina).toBe(true);
  expect(icon({ retina: '1' }).retina).toBe(false);
  expect(pixelsOf(icon({ size: '2048', retina: 'true' }))).toBe(4096);
  expect(pixelsOf(icon({ size: '64' }))).toBe(64);
});

describe('the cache key of an image request', () => {
  test('is the same for queries that mean the same', () => {
    expect(imageCacheKey('example.com', icon({ size: '128', format: 'gif', v: '' }))).toBe(
      imageCacheKey('example.com', icon({})),
    );
    expect(imageCacheKey('example.com', og({ theme: 'dark' }))).toBe(imageCacheKey('example.com', og({})));
    expect(imageCacheKey('example.com', icon({}))).toBe('icon/example.com/128-png-light-monogram-1x');
  });

  test('differs for everything that changes the image', () => {
    const queries = [
      {},
      { size: '64' },
      { format: 'webp' },
      { theme: 'dark' },
      { fallback: '404' },
      { retina: 'true' },
      { v: '1' },
      { v: '2' },
    ];
    const keys = queries.map((query) => imageCacheKey('example.com', icon(query)));
    expect(new Set([...keys, imageCacheKey('example.com', og({})), imageCacheKey('example.org', icon({}))]).size).toBe(
      10,
    );
  });

  test('stays short and plain whatever the version holds', () => {
    expect(imageCacheKey('example.com', icon({ v: '../../é/'.repeat(1000) }))).toMatch(/^[a-z0-9./-]{1,120}$/);
  });
});
