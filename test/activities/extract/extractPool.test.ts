import { afterAll, describe, expect, it } from 'vitest';
import { openExtractPool } from '../../../activities/extract/extractPool.ts';
import type { JsonSchema } from '../../../contracts/json/dialect.ts';

const pool = openExtractPool({ threads: 1, timeoutMs: 3_000 });
afterAll(() => pool.close());
const never = new AbortController().signal;

function check(schema: JsonSchema, data: unknown, mayPrune = false) {
  return pool.checkAnswer({ schema, data, mayPrune }, never);
}

describe('the check of an answer against a caller’s schema', () => {
  it('gives up on a pattern that would run forever, and the next check works', async () => {
    const schema = { type: 'string', pattern: '^(a+)+$' };
    await expect(check(schema, `${'a'.repeat(40)}!`)).rejects.toMatchObject({
      kind: 'NoData',
      message: expect.stringContaining('took too long'),
    });
    expect((await check({ type: 'string' }, 'fine')).flaws).toEqual([]);
  });

  it('gives up on a schema that grows exponentially, and the next check works', async () => {
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

  it('refuses a schema that cannot be compiled as an invalid request', async () => {
    await expect(check({ nullable: true, $ref: 'https://other.example/' }, {})).rejects.toMatchObject({
      kind: 'InvalidRequest',
    });
  });

  it('finds flaws even if the schema is marked `$async`', async () => {
    expect((await check({ $async: true, type: 'string' }, { a: 1 })).flaws).not.toEqual([]);
  });
});

describe('the repair of an answer', () => {
  it.each([
    ['converts a number in quotes', { type: 'number' }, '12.50', 12.5],
    ['converts a number to a text', { type: 'string' }, 12, '12'],
    ['wraps a single value in a list', { type: 'array', items: { type: 'string' } }, 'a', ['a']],
    [
      'removes a property that the schema does not allow',
      { properties: { a: {} }, additionalProperties: false },
      { a: 1, b: 2 },
      { a: 1 },
    ],
    ['removes null from a property that may be absent', { properties: { a: { type: 'string' } } }, { a: null }, {}],
  ])('%s', async (_, schema, data, mended) => {
    expect(await check(schema, data)).toEqual({ data: mended, flaws: [] });
  });

  it.each([
    ['a price with its currency to a number', { type: 'number' }, '$12'],
    ['a fraction to an integer', { type: 'integer' }, '1.5'],
    ['yes to true', { type: 'boolean' }, 'yes'],
    ['an object to a text', { type: 'string' }, { a: 1 }],
  ])('does not convert %s', async (_, schema, data) => {
    expect((await check(schema, data)).flaws).not.toEqual([]);
  });

  it('finds wrong formats in both dialects', async () => {
    expect((await check({ type: 'string', format: 'date' }, '2024-02-30')).flaws).toHaveLength(1);
    expect((await check({ definitions: {}, type: 'string', format: 'email' }, 'nobody')).flaws).toHaveLength(1);
  });

  it('removes wrong values that are not required if it may prune', async () => {
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
