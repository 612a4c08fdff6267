import { describe, expect, it } from 'vitest';
import { type BatchScrapeRequest, batchScrapeRequestSchema } from '../../../../contracts/requests/batchScrape.ts';
import { isDeeperThan } from '../../../../gateway/api/requests/jsonDepth.ts';
import { validator } from '../../../../gateway/api/requests/validate.ts';

const validate = validator<BatchScrapeRequest>(batchScrapeRequestSchema);
const urls = ['http://site.example/'];

describe('the headers of a request', () => {
  it.each(['X-Api-Key', 'accept', "!#$%&'*+.^|~-", 'a_b'])('may be named %s', (name) => {
    expect(validate({ urls, headers: { [name]: 'a value\twith tab, ü and ÿ' } }).headers).toHaveProperty([name]);
  });

  it.each(['', 'a b', 'a:', 'ü', '_bsontype', 'a\0', 'a\nb', 'x'.repeat(201)])('may not be named %j', (name) => {
    expect(() => validate({ urls, headers: { [name]: '1' } })).toThrow(/`headers`/);
  });

  it.each(['a\r\nb: 1', '\0', '\u0100'])('may not have the value %j', (value) => {
    expect(() => validate({ urls, headers: { a: value } })).toThrow('`headers.a` contains characters');
  });
});

describe('the depth of a body', () => {
  const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

  it('is measured exactly at its limit', () => {
    expect(isDeeperThan(nested(80), 80)).toBe(false);
    expect(isDeeperThan(nested(81), 80)).toBe(true);
    expect(isDeeperThan({ a: [{ b: 1 }] }, 3)).toBe(false);
    expect(isDeeperThan('text', 0)).toBe(false);
  });

  it('overflows no stack, however deep it is', () => {
    expect(isDeeperThan(nested(100_000), 80)).toBe(true);
  });
});
