import { describe, expect, it } from 'vitest';
import { createSchemaCheck, dialectOf } from '../../../contracts/json/schema.ts';

const problem = createSchemaCheck();
function nested(levels: number): object {
  return levels === 1 ? { type: 'string' } : { type: 'object', properties: { a: nested(levels - 1) } };
}

describe('a schema that can be used', () => {
  it.each([
    ['a boolean', true],
    [
      'draft-07',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        definitions: { a: { type: 'string' } },
        properties: { a: { $ref: '#/definitions/a' } },
      },
    ],
    [
      '2020-12',
      {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $defs: { a: { type: 'string' } },
        prefixItems: [{ $ref: '#/$defs/a' }],
      },
    ],
    [
      'one that refers to itself',
      { type: 'object', properties: { children: { type: 'array', items: { $ref: '#' } } } },
    ],
    ['an anchor', { $defs: { a: { $anchor: 'name', type: 'string' } }, properties: { a: { $ref: '#name' } } }],
    [
      'its own address',
      {
        $id: 'https://me.example/s',
        $defs: { a: { type: 'string' } },
        properties: { a: { $ref: 'https://me.example/s#/$defs/a' } },
      },
    ],
    [
      'a part with an address',
      {
        $defs: { a: { $id: 'https://me.example/a', type: 'string' } },
        properties: { a: { $ref: 'https://me.example/a' } },
      },
    ],
    ['32 levels', nested(32)],
    ['a property called $ref', { properties: { $ref: { type: 'string' } } }],
    [
      'words that nobody knows',
      { type: 'object', 'x-note': 'mine', properties: { a: { type: 'string', format: 'shoe-size' } } },
    ],
  ])('%s', (_, schema) => {
    expect(problem(schema)).toBeUndefined();
  });
});

describe('a schema that cannot be used is refused with its place', () => {
  it.each([
    ['text', 'string', /`schema` must be a JSON Schema/],
    ['a wrong type', { properties: { price: { type: 'money' } } }, /`schema\.properties\.price\.type` must be/],
    ['a wrong keyword value', { type: 'array', minItems: -1 }, /`schema\.minItems` must be >= 0/],
    [
      'a pattern that is none',
      { properties: { a: { pattern: '(' } } },
      /`schema\.properties\.a\.pattern` is not a regular expression/,
    ],
    ['33 levels', nested(33), /`schema\.properties\.a.*nested deeper than 32/],
    ['100 levels', nested(100), /nested deeper than 32/],
    ['more than 64 KiB', { description: 'x'.repeat(66_000) }, /larger than 64 KiB/],
    [
      'a remote reference',
      { properties: { a: { $ref: 'https://other.example/schema.json' } } },
      /`schema\.properties\.a\.\$ref` points outside/,
    ],
    ['a file', { $ref: 'file:///etc/passwd' }, /points outside/],
    ['a relative one', { items: { $ref: 'other.json' } }, /`schema\.items\.\$ref` points outside/],
    [
      'one to nothing',
      { properties: { a: { $ref: '#/$defs/nope' } } },
      /`schema\.properties\.a\.\$ref` points to nothing/,
    ],
    ['an anchor that is not there', { $ref: '#nope' }, /points to nothing/],
    ['an unknown dialect', { $schema: 'http://json-schema.org/draft-03/schema#' }, /`schema\.\$schema`/],
  ])('%s', (_, schema, words) => {
    expect(problem(schema)).toMatch(words);
  });
});

describe('the dialect', () => {
  it.each([
    [{}, '2020-12'],
    [{ definitions: {} }, 'draft-07'],
    [{ items: [{ type: 'string' }] }, 'draft-07'],
    [{ $schema: 'http://json-schema.org/draft-07/schema#' }, 'draft-07'],
    [{ $schema: 'https://json-schema.org/draft/2020-12/schema' }, '2020-12'],
  ])('of %j is %s', (schema, dialect) => {
    expect(dialectOf(schema)).toBe(dialect);
  });
});
