import { afterAll, describe, expect, it } from 'vitest';
import { createThreads } from '../../../activities/extract/offThread.ts';
import type { JsonSchema } from '../../../contracts/json/schema.ts';

const threads = createThreads({ threads: 1, timeLimitMs: 6_000 });
afterAll(() => threads.close());
const never = new AbortController().signal;
function check(schema: JsonSchema, data: unknown, prune = false) {
  return threads.check({ schema, data, prune }, never);
}

describe("callers' schemas are checked where they can do no harm", () => {
  it('a pattern that would run for ever is ended, and the next check works', async () => {
    const schema = { type: 'string', pattern: '^(a+)+$' };
    await expect(check(schema, `${'a'.repeat(40)}!`)).rejects.toMatchObject({
      kind: 'NoData',
      message: expect.stringContaining('took too long'),
    });
    expect((await check({ type: 'string' }, 'fine')).flaws).toEqual([]);
  });

  it('a schema that multiplies is ended too', async () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [
        `d${at}`,
        { allOf: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] },
      ]),
    );
    const schema = { $ref: '#/$defs/d0', $defs: { ...$defs, d30: { type: 'string' } } };
    await expect(check(schema, 'text')).rejects.toMatchObject({ kind: 'NoData' });
    expect((await check({ type: 'string' }, 'fine')).flaws).toEqual([]);
  });

  it('one that cannot be compiled is the request’s fault', async () => {
    await expect(check({ nullable: true, $ref: 'https://other.example/' }, {})).rejects.toMatchObject({
      kind: 'InvalidRequest',
    });
  });

  it('`$async` does not make everything valid', async () => {
    expect((await check({ $async: true, type: 'string' }, { a: 1 })).flaws).not.toEqual([]);
  });
});

describe('an answer is mended only where nothing is lost', () => {
  it.each([
    ['a number in quotes', { type: 'number' }, '12.50', 12.5],
    ['a number for a text', { type: 'string' }, 12, '12'],
    ['one for a list of one', { type: 'array', items: { type: 'string' } }, 'a', ['a']],
    ['a property nobody asked for', { properties: { a: {} }, additionalProperties: false }, { a: 1, b: 2 }, { a: 1 }],
    ['null for what may be absent', { properties: { a: { type: 'string' } } }, { a: null }, {}],
  ])('%s', async (_, schema, data, mended) => {
    expect(await check(schema, data)).toEqual({ data: mended, flaws: [] });
  });

  it.each([
    ['a price with its currency', { type: 'number' }, '$12'],
    ['half for a whole number', { type: 'integer' }, '1.5'],
    ['yes for true', { type: 'boolean' }, 'yes'],
    ['an object for a text', { type: 'string' }, { a: 1 }],
  ])('%s is not', async (_, schema, data) => {
    expect((await check(schema, data)).flaws).not.toEqual([]);
  });

  it('formats of both dialects are checked', async () => {
    expect((await check({ type: 'string', format: 'date' }, '2024-02-30')).flaws).toHaveLength(1);
    expect((await check({ definitions: {}, type: 'string', format: 'email' }, 'nobody')).flaws).toHaveLength(1);
  });

  it('with leave to prune, what is wrong and not required goes', async () => {
    const schema = {
      properties: { a: { type: 'string' }, list: { type: 'array', items: { type: 'integer' } } },
      required: ['list'],
    };
    expect(await check(schema, { a: { b: 1 }, list: [1, 'x', 3] }, true)).toEqual({
      data: { list: [1, 3] },
      flaws: [],
    });
  });
});
