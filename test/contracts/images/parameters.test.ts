import { describe, expect, test } from 'vitest';
import {
  imageCacheKey,
  lookProblem,
  parseImageParameters,
  pixelsOf,
  renditionObjectName,
} from '../../../contracts/images/parameters.ts';

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

test('a plate brings padding and round corners, which can be set without one', () => {
  expect(icon({ plate: 'auto' }).look).toEqual({ plate: 'auto', padding: 16, radius: 22 });
  expect(icon({ plate: 'dark', padding: '0', radius: '50' }).look).toEqual({ plate: 'dark', padding: 0, radius: 50 });
  expect(icon({ radius: '50%' }).look).toEqual({ plate: 'none', padding: 0, radius: 50 });
  expect(icon({ plate: 'none', padding: '0' }).look).toBeUndefined();
  expect(og({ plate: 'auto' }).look).toBeUndefined();
});

test.each([
  [{ plate: 'pink' }, 'plate is one of auto, none, light, dark.'],
  [{ plate: '' }, 'plate is one of auto, none, light, dark.'],
  [{ padding: '41' }, 'padding is a whole number of percent from 0 to 40.'],
  [{ padding: '-1' }, 'padding is a whole number of percent from 0 to 40.'],
  [{ padding: '1e1' }, 'padding is a whole number of percent from 0 to 40.'],
  [{ radius: '51' }, 'radius is a whole number of percent from 0 to 50.'],
  [{ radius: '10px' }, 'radius is a whole number of percent from 0 to 50.'],
  [{ radius: '"><script>' }, 'radius is a whole number of percent from 0 to 50.'],
  [{ plate: 'auto', padding: '40', radius: '0' }, undefined],
])('the look %j has the problem %j', (query, problem) => {
  expect(lookProblem(query)).toBe(problem);
});

test('a card is a fallback of Open Graph images alone, and raster means true alone', () => {
  expect(og({ fallback: 'card' }).fallback).toBe('card');
  expect(icon({ fallback: 'card' }).fallback).toBe('monogram');
  expect(icon({ raster: 'true' }).raster).toBe(true);
  expect(icon({ raster: '1' }).raster).toBeUndefined();
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
      { raster: 'true' },
      { plate: 'auto' },
      { plate: 'auto', theme: 'dark' },
      { plate: 'light' },
      { padding: '10' },
      { radius: '10' },
    ];
    const keys = queries.map((query) => imageCacheKey('example.com', icon(query)));
    expect(new Set([...keys, imageCacheKey('example.com', og({})), imageCacheKey('example.org', icon({}))]).size).toBe(
      queries.length + 2,
    );
  });

  test('names stored renditions apart by what is put around them, and as before without', () => {
    expect(renditionObjectName('d', icon({}))).toBe('d/icon-128-png-1x');
    expect(renditionObjectName('d', icon({ plate: 'auto' }))).not.toBe(
      renditionObjectName('d', icon({ plate: 'auto', theme: 'dark' })),
    );
  });

  test('stays short and plain whatever the version holds', () => {
    expect(imageCacheKey('example.com', icon({ v: '../../é/'.repeat(1000) }))).toMatch(/^[a-z0-9./-]{1,120}$/);
  });
});
