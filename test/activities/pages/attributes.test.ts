import { describe, expect, it } from 'vitest';
import { pageOf } from './pageOf.ts';

async function attributesOf(body: string, ...selectors: { selector: string; attribute: string }[]) {
  const options = { formats: ['attributes' as const], formatOptions: { attributes: { selectors } } };
  return pageOf(`<title>Shop</title><body>${body}`, { options });
}

describe('the attributes of a page', () => {
  it('are the values of all elements that match, in document order, for each selector', async () => {
    const { attributes } = await attributesOf(
      '<li data-id=1><a href="/x">x</a><li data-id=2><li>',
      { selector: 'li', attribute: 'data-id' },
      { selector: 'li > a', attribute: 'HREF' },
    );
    expect(attributes).toEqual([
      { selector: 'li', attribute: 'data-id', values: ['1', '2'] },
      { selector: 'li > a', attribute: 'HREF', values: ['/x'] },
    ]);
  });

  it('say in a warning that a selector cannot be read, and have the others', async () => {
    const page = await attributesOf(
      '<p id=a>',
      { selector: 'p[', attribute: 'id' },
      { selector: 'p', attribute: 'id' },
    );
    expect(page).toMatchObject({
      attributes: [{ values: [] }, { values: ['a'] }],
      warning: expect.stringContaining('"p[" is not a CSS selector'),
    });
  });

  it('are limited in number, and say so', async () => {
    const page = await attributesOf('<i id=x></i>'.repeat(10_500), { selector: 'i', attribute: 'id' });
    expect(page.attributes?.[0]?.values).toHaveLength(10_000);
    expect(page.warning).toContain('only the first 10000 values');
  });
});
