import { describe, expect, it } from 'vitest';
import { dialectOf } from '../../../contracts/json/dialect.ts';
import { createSchemaCheck } from '../../../contracts/json/schema.ts';

const problem = createSchemaCheck();

function nested(levels: number): object {
  return levels === 1 ? { type: 'string' } : { type: 'object', properties: { a: nested(levels - 1) } };
}

describe('the check of a caller’s schema', () => {
  it.each([
    ['that is a boolean', true],
    [
      'of draft-07',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        definitions: { a: { type: 'string' } },
        properties: { a: { $ref: '#/definitions/a' } },
      },
    ],
    [
      'of 2020-12',
      {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $defs: { a: { type: 'string' } },
        prefixItems: [{ $ref: '#/$defs/a' }],
      },
    ],
    ['that refers to itself', { type: 'object', properties: { children: { type: 'array', items: { $ref: '#' } } } }],
    ['with an anchor', { $defs: { a: { $anchor: 'name', type: 'string' } }, properties: { a: { $ref: '#name' } } }],
    [
      'that refers to itself by its `$id`',
      {
        $id: 'https://me.example/s',
        $defs: { a: { type: 'string' } },
        properties: { a: { $ref: 'https://me.example/s#/$defs/a' } },
      },
    ],
    [
      'with a part that has its own `$id`',
      {
        $defs: { a: { $id: 'https://me.example/a', type: 'string' } },
        properties: { a: { $ref: 'https://me.example/a' } },
      },
    ],
    ['of 32 levels', nested(32)],
    ['with a slash in a reference, escaped', { $defs: { 'a/b': {} }, $ref: '#/$defs/a~1b' }],
    ['with a slash in a reference, percent-encoded', { $defs: { 'a/b': {} }, $ref: '#/$defs/a%2Fb' }],
    ['with a percent sign in a reference, encoded', { $defs: { '100%': {} }, $ref: '#/$defs/100%25' }],
    ['with a property called $ref', { properties: { $ref: { type: 'string' } } }],
    [
      'with unknown keywords and formats',
      { type: 'object', 'x-note': 'mine', properties: { a: { type: 'string', format: 'shoe-size' } } },
    ],
  ])('accepts a schema %s', (_, schema) => {
    expect(problem(schema)).toBeUndefined();
  });

  it.each([
    ['a schema that is a text', 'string', /`schema` must be a JSON Schema/],
    ['a wrong type', { properties: { price: { type: 'money' } } }, /`schema\.properties\.price\.type` must be/],
    ['a wrong keyword value', { type: 'array', minItems: -1 }, /`schema\.minItems` must be at least 0/],
    [
      'a broken regular expression',
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
    ['a reference to a file', { $ref: 'file:///etc/passwd' }, /points outside/],
    [
      'a relative reference to another file',
      { items: { $ref: 'other.json' } },
      /`schema\.items\.\$ref` points outside/,
    ],
    [
      'a reference to nothing',
      { properties: { a: { $ref: '#/$defs/nope' } } },
      /`schema\.properties\.a\.\$ref` points to nothing/,
    ],
    ['a reference to an unknown anchor', { $ref: '#nope' }, /points to nothing/],
    ['a reference with a broken percent escape', { $ref: '#/%ff' }, /`schema\.\$ref` points to nothing/],
    ['a reference with half a percent escape', { $ref: '#/%E0%A4%A' }, /`schema\.\$ref` points to nothing/],
    ['a reference with a bare percent sign', { $defs: { '100%': {} }, $ref: '#/$defs/100%' }, /points to nothing/],
    [
      'a broken percent escape in a part with its own `$id`',
      { $defs: { a: { $id: 'https://me.example/a', $ref: '#/%ff' } } },
      /`schema\.\$defs\.a\.\$ref` points to nothing/,
    ],
    ['an unknown dialect', { $schema: 'http://json-schema.org/draft-03/schema#' }, /`schema\.\$schema`/],
  ])('refuses %s and names where it is', (_, schema, words) => {
    expect(problem(schema)).toMatch(words);
  });
});

describe('dialectOf', () => {
  it.each([
    [{}, '2020-12'],
    [{ definitions: {} }, 'draft-07'],
    [{ items: [{ type: 'string' }] }, 'draft-07'],
    [{ $schema: 'http://json-schema.org/draft-07/schema#' }, 'draft-07'],
    [{ $schema: 'https://json-schema.org/draft/2020-12/schema' }, '2020-12'],
  ])('reads %j as %s', (schema, dialect) => {
    expect(dialectOf(schema)).toBe(dialect);
  });
});
