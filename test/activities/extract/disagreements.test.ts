import { describe, expect, it } from 'vitest';
import { disagreementWarnings } from '../../../activities/extract/disagreements.ts';
import type { Provenance } from '../../../activities/extract/fill/candidate.ts';

function declared(value: Provenance['value'], more: Partial<Provenance> = {}): Provenance {
  return { source: 'json-ld', confidence: 1, path: 'Product.x', quote: String(value), value, ...more };
}

describe('values of a model beside those that the page declares', () => {
  it('are named both where they disagree', () => {
    const sources = { '/price': declared(129), '/brand/name': declared('Lamps', { source: 'microdata' }) };
    expect(disagreementWarnings({ price: 99, brand: { name: 'Lanterns' } }, sources)).toEqual([
      'The page declares otherwise: /price is 99, in its JSON-LD 129; /brand/name is "Lanterns", in its microdata "Lamps".',
    ]);
  });

  it.each([
    ['other letters', 'BRASS lantérn', 'Brass Lantérn!'],
    ['more detail', 'Brass lantern', 'Brass lantern – Lamps'],
    ['another spelling of a number', '129,00 €', 129],
    ['another spelling of a date', 'May 1, 2024', '2024-05-01T10:00:00Z'],
    ['a long text in other words', 'x'.repeat(400), 'A lantern.'],
  ])('agree in spite of %s', (_, answered, value) => {
    expect(disagreementWarnings({ field: answered }, { '/field': declared(value) })).toEqual([]);
  });

  it.each([
    ['a guess from the text', declared(129, { source: 'class name' })],
    ['an uncertain declaration', declared(129, { confidence: 0.5 })],
  ])('are not compared with %s', (_, found) => {
    expect(disagreementWarnings({ price: 99 }, { '/price': found })).toEqual([]);
  });

  it('are not compared inside lists, nor if the answer has no such value', () => {
    const sources = { '/colors/0': declared('red'), '/price': declared(5), '/rows/0/name': declared('a') };
    expect(disagreementWarnings({ colors: ['blue'], price: null, rows: [{ name: 'b' }] }, sources)).toEqual([]);
  });

  it('are cut and counted if there are many or long ones', () => {
    const sources = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`/p${at}`, declared('y'.repeat(200))]));
    const data = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`p${at}`, 'x'.repeat(200)]));
    const [warning = ''] = disagreementWarnings(data, sources);
    expect(warning.length).toBeLessThan(2_500);
    expect(warning).toContain('and 20 more');
  });
});
