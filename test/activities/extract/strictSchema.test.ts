import { describe, expect, it } from 'vitest';
import { strictSchema } from '../../../activities/extract/model/strictSchema.ts';

describe('a schema for strict structured output', () => {
  it('requires every property, and allows null for those that may be absent', () => {
    const { schema, restore } = strictSchema({
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'integer' }, c: { type: ['string', 'null'] } },
      required: ['a'],
    });
    expect(schema).toEqual({
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: ['integer', 'null'] }, c: { type: ['string', 'null'] } },
      required: ['a', 'b', 'c'],
      additionalProperties: false,
    });
    expect(restore({ a: 'x', b: null, c: null })).toEqual({ a: 'x', c: null });
  });

  it('keeps references to itself', () => {
    const { schema, restore } = strictSchema({
      $ref: '#/definitions/node',
      definitions: {
        node: {
          type: 'object',
          properties: { name: { type: 'string' }, next: { $ref: '#/definitions/node' } },
          required: ['name'],
        },
      },
    });
    expect(schema).toMatchObject({
      properties: { value: { $ref: '#/$defs/d0' } },
      $defs: { d0: { properties: { next: { anyOf: [{ $ref: '#/$defs/d0' }, { type: 'null' }] } } } },
    });
    expect(restore({ value: { name: 'a', next: { name: 'b', next: null } } })).toEqual({
      name: 'a',
      next: { name: 'b' },
    });
  });

  it('turns oneOf into anyOf, and restores an answer to the alternative that it matches', () => {
    const { schema, restore } = strictSchema({
      type: 'object',
      properties: {
        shape: {
          oneOf: [
            {
              type: 'object',
              properties: { radius: { type: 'number' }, note: { type: 'string' } },
              required: ['radius'],
            },
            { type: 'object', properties: { side: { type: 'number' }, label: { type: 'string' } }, required: ['side'] },
          ],
        },
      },
      required: ['shape'],
    });
    expect(schema).toMatchObject({
      properties: { shape: { anyOf: [{ required: ['radius', 'note'] }, { required: ['side', 'label'] }] } },
    });
    expect(restore({ shape: { side: 2, label: null } })).toEqual({ shape: { side: 2 } });
  });

  it('describes limits that it cannot express in words', () => {
    const { schema } = strictSchema({
      type: 'object',
      properties: { day: { type: 'string', format: 'date', title: 'Day', description: 'When it opens.' } },
    });
    expect(schema).toMatchObject({ properties: { day: { description: 'Day When it opens. Format: date.' } } });
  });
});
