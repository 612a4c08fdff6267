import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { checkRequest } from '../../../../gateway/api/requests/checkRequest.ts';
import { type RequestKind, requestKinds } from '../../../../gateway/api/requests/requests.ts';

const url = 'https://example.com/';

describe('a checked request', () => {
  it('has its defaults, and a digest if one is wanted', () => {
    const text = JSON.stringify({ url });
    expect(checkRequest({ kind: 'scrape', body: text, withDigest: false })).toEqual({
      request: expect.objectContaining({ url, engine: 'auto' }),
    });
    expect(checkRequest({ kind: 'scrape', body: text, withDigest: true })).toHaveProperty('digest');
  });

  it('has the same digest however it is spaced, and another one for another request', () => {
    const digestOf = (text: string) =>
      Reflect.get(checkRequest({ kind: 'extract', body: text, withDigest: true }), 'digest');
    const first = digestOf(`{"url":"${url}","prompt":"a"}`);
    expect(digestOf(` { "url" : "${url}" ,\n"prompt":"a", "origin": "a client" } `)).toBe(first);
    expect(digestOf(`{"url":"${url}","prompt":"b"}`)).not.toBe(first);
  });

  it.each([
    ['an empty body', '', 'The body is empty'],
    ['a body that is not JSON', '{', 'not valid JSON'],
    ['a body that is too deep', '['.repeat(1_000), 'nested deeper than 200 levels'],
    ['a body of a million lists', `[${'[],'.repeat(1_000_000)}1]`, 'more than 150,000 values'],
    ['a key that changes prototypes', '{"url":"a","headers":{"__proto__":"a"}}', '__proto__'],
    ['such a key in another spelling', String.raw`{"url":"a","\u005f_pr\u006Fto__" :"a"}`, '__proto__'],
    ['an unknown field', `{"url":"a","${'x'.repeat(100_000)}":1}`, 'Unknown field `xxx'],
  ])('is refused in one short sentence for %s', (_, text, problem) => {
    const outcome = checkRequest({ kind: 'scrape', body: text, withDigest: false });
    expect(outcome).toEqual({ problem: expect.stringContaining(problem) });
    expect(JSON.stringify(outcome).length).toBeLessThan(500);
  });
});

describe('the schema of each request', () => {
  const kinds = Object.keys(requestKinds) as RequestKind[];

  it.each(kinds)('is valid JSON Schema: %s', (kind) => {
    const ajv = new Ajv();
    ajv.validateSchema(requestKinds[kind].schema);
    expect(ajv.errors).toBeNull();
  });

  it.each(kinds)('has nothing that strict validation refuses: %s', (kind) => {
    const text = '{"unknownField":1}';
    expect(checkRequest({ kind, body: text, withDigest: false })).toEqual({ problem: expect.any(String) });
  });
});
