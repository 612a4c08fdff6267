import { describe, expect, it } from 'vitest';
import { readEvidence } from '../../../activities/extract/declared/readEvidence.ts';
import { fillSchema } from '../../../activities/extract/fill/fill.ts';
import { readNumber } from '../../../activities/extract/fill/numbers.ts';

const schema = {
  type: 'object',
  properties: {
    price: { type: 'number' },
    sku: { type: 'string' },
    availability: { enum: ['InStock', 'OutOfStock'] },
  },
};

function dataOf(body: string, url = 'https://shop.example/lamps/blue') {
  return fillSchema(readEvidence(`<title>Blue lamp</title>${body}`, url), schema).data;
}

function jsonLd(value: unknown): string {
  return `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
}

describe('the product of a shop page', () => {
  it('is in stock if one of its variants is', () => {
    const offers = ['OutOfStock', 'InStock'].map((state) => ({
      '@type': 'Offer',
      price: '19.50',
      availability: `https://schema.org/${state}`,
    }));
    expect(dataOf(jsonLd({ '@type': 'Product', name: 'Blue lamp', sku: 'L-100', offers }))).toEqual({
      price: 19.5,
      sku: 'L-100',
      availability: 'InStock',
    });
  });

  it('has the current price, not the one that is struck through', () => {
    const page = `<h1>Blue lamp</h1><div class="prices"><del class="price">€ 39,00</del> <span class="price">€ 29,50</span></div>
      <p>Item no. 418295</p><button>Add to cart</button>`;
    expect(dataOf(page)).toEqual({ price: 29.5, sku: '418295', availability: 'InStock' });
  });

  it.each([
    ['a sentence', '<p>Sold out</p>'],
    ['a disabled button', '<button disabled>Add to cart</button>'],
    ['another language', '<p>Derzeit nicht auf Lager</p>'],
  ])('is out of stock by %s', (_, state) => {
    expect(dataOf(`<h1>Blue lamp</h1><span class="price">$29.50</span>${state}`)).toMatchObject({
      availability: 'OutOfStock',
    });
  });

  it('is in stock if only a few are left', () => {
    expect(dataOf('<h1>Blue lamp</h1><span class="price">$29.50</span><p>Only 3 left</p>')).toMatchObject({
      availability: 'InStock',
    });
  });

  it.each([
    ['in a line of several elements', '<p>lowest price $<b>29</b> each</p>', 29],
    ['beside a monthly rate', '<p>$3.10 / month</p><p>$29.00</p>', 29],
    ['beside the price that the maker recommends', '<p>RRP $39.00</p><p>$29.00</p>', 29],
    ['after one that is struck through in the same line', '<p>Special <s>$39.00</s></p><p>now $29.00</p>', 29],
    [
      'before a row of other products',
      `<p class="cost">$29.00</p><h2>More</h2>${[51, 52, 53, 54].map((each) => `<p class="price">$${each}.00</p>`).join('')}`,
      29,
    ],
    ['under a name that the shop gives to old prices, if it is the only one', '<p class="price-old">$29.00</p>', 29],
  ])('has the price that is shown %s', (_, shown, price) => {
    expect(dataOf(`<h1>Blue lamp</h1>${shown}<button>Add to cart</button>`)).toMatchObject({ price });
  });

  it('begins at the heading that is in the title', () => {
    const page = '<h1>Lamps</h1><p class="price">$99.00</p><h1>Blue lamp</h1><p class="price">$29.00</p>';
    expect(dataOf(`${page}<a id="buy_btn" href="#"></a>`)).toMatchObject({ price: 29, availability: 'InStock' });
  });

  it('is in stock if one size is declared as sold out and the reader may choose another', () => {
    const offers = { '@type': 'Offer', price: '29', availability: 'https://schema.org/OutOfStock' };
    const product = jsonLd({ '@type': 'Product', name: 'Blue lamp', offers });
    const button = '<h1>Blue lamp</h1><button>Add to cart</button>';
    expect(dataOf(`${product}${button}`)).toMatchObject({ availability: 'OutOfStock' });
    expect(dataOf(`${product}${button}<p>Choose a size</p><p>S</p><p>M</p>`)).toMatchObject({
      availability: 'InStock',
    });
  });

  it('is not out of stock because a picture of it is not available', () => {
    expect(
      dataOf('<h1>Blue lamp</h1><p class="price">$29</p><p>Image not available</p><p>SKU: L-1002</p>'),
    ).toMatchObject({
      availability: 'InStock',
    });
  });

  it('has the number in an element that is named for tests', () => {
    const page = '<h1>Blue lamp</h1><p class="price">$29</p><p>Blue - <b data-qa="product-reference">1002/710</b></p>';
    expect(dataOf(page)).toMatchObject({ sku: '1002/710' });
  });

  it('tells the number of the shop from those of the maker and of the trade', () => {
    const facts = `<dl><dt>Model</dt><dd>X-77</dd><dt>EAN</dt><dd>4006381333931</dd><dt>Article number</dt><dd>002.937.72</dd></dl>`;
    expect(dataOf(`<h1>Blue lamp</h1><span class="price">£25</span>${facts}`)).toMatchObject({ sku: '002.937.72' });
  });

  it('has the number in its address, if the page uses it too', () => {
    const page = '<h1>Blue lamp</h1><span class="price">$29.50</span><button data-id="B07FW264WL">Buy now</button>';
    expect(dataOf(page, 'https://shop.example/dp/B07FW264WL')).toMatchObject({ sku: 'B07FW264WL' });
    expect(
      dataOf('<h1>Blue lamp</h1><span class="price">$29.50</span>', 'https://shop.example/2024-1234'),
    ).not.toHaveProperty('sku');
  });

  it('has the number in the state that a script begins with', () => {
    const page = `<h1>Blue lamp</h1><span class="price">$29.50</span><button>Buy now</button>
      <script>var meta = {"product": {"variants": [{"id": 1, "sku": "1257009"}]}};</script>`;
    expect(dataOf(page)).toMatchObject({ sku: '1257009' });
  });

  it('is not made up on a page without one', () => {
    expect(dataOf('<h1>Lighthouses</h1><p>They are built of stone.</p>', 'https://example.com/lighthouses')).toEqual(
      {},
    );
  });
});

describe('a number', () => {
  it.each([
    ['1 1/2 cups', 1.5],
    ['3/4', 0.75],
    ['1½', 1.5],
    ['1.299,00 €', 1299],
    ['12 345,60', 12345.6],
  ])('is read from %s', (text, value) => {
    expect(readNumber(text)).toBe(value);
  });
});
