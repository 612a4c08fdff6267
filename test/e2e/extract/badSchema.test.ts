import { describe, expect, it } from 'vitest';
import { call } from '../../support/client.ts';
import { site } from '../../support/fixtureSite.ts';

describe('POST /v1/extract with a broken percent escape in a $ref', () => {
  it.each([
    ['#/%ff', { $ref: '#/%ff' }, '`schema.$ref`'],
    ['#/%E0%A4%A', { $ref: '#/%E0%A4%A' }, '`schema.$ref`'],
    [
      '#/$defs/%ff in a property',
      { type: 'object', properties: { title: { $ref: '#/$defs/%ff' } }, $defs: { a: { type: 'string' } } },
      '`schema.properties.title.$ref`',
    ],
  ])('answers 400 for %s and names the place in the schema', async (_, schema, place) => {
    const { status, body } = await call('/v1/extract', { body: { url: site('/lamp'), schema } });
    expect({ status, body }).toEqual({ status: 400, body: { error: expect.stringContaining(place) } });
  });
});
