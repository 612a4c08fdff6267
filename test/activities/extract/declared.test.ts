import { describe, expect, it } from 'vitest';
import { readEvidence } from '../../../activities/extract/declared/readEvidence.ts';
import { describePage } from '../../../activities/extract/fill/describePage.ts';
import { fillSchema } from '../../../activities/extract/fill/fill.ts';
import type { Schema } from '../../../activities/extract/schema/schemaRefs.ts';

const url = 'https://shop.example/items/7';

function fill(html: string, properties: Record<string, Schema>, required: string[] = []) {
  return fillSchema(readEvidence(html, url), { type: 'object', properties, required });
}
const text: Schema = { type: 'string' };
const number: Schema = { type: 'number' };

describe('data from JSON-LD', () => {
  const ld = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;

  it('matches properties by synonyms, finds nested values, and converts to the requested formats', () => {
    const product = {
      '@type': 'Product',
      name: 'Desk lamp',
      sku: 'DL-7',
      brand: { '@type': 'Brand', name: 'Lumen' },
      image: [{ '@type': 'ImageObject', url: '/lamp.jpg' }],
      offers: { '@type': 'Offer', price: '1.299,00', priceCurrency: 'EUR', availability: 'https://schema.org/InStock' },
      aggregateRating: { ratingValue: '4.5', reviewCount: 12 },
    };
    const { data, missing } = fill(ld(product), {
      title: text,
      product_code: text,
      manufacturer: text,
      imageUrl: { type: 'string', format: 'uri' },
      price: number,
      currency: text,
      in_stock: { type: 'boolean' },
      rating: number,
      reviewCount: { type: 'integer' },
    });
    expect(data).toEqual({
      title: 'Desk lamp',
      product_code: 'DL-7',
      manufacturer: 'Lumen',
      imageUrl: 'https://shop.example/lamp.jpg',
      price: 1299,
      currency: 'EUR',
      in_stock: true,
      rating: 4.5,
      reviewCount: 12,
    });
    expect(missing).toEqual([]);
  });

  it('follows references by @id through a graph', () => {
    const graph = {
      '@graph': [
        { '@type': 'WebPage', '@id': '#page', name: 'A page', author: { '@id': '#ada' } },
        {
          '@type': 'Article',
          headline: 'On lamps',
          author: { '@id': '#ada' },
          datePublished: '2024-05-03T10:00:00+02:00',
        },
        { '@type': 'Person', '@id': '#ada', name: 'Ada Brandt', email: 'ada@shop.example' },
      ],
    };
    const { data } = fill(ld(graph), {
      headline: text,
      author: {
        type: 'object',
        properties: { name: text, email: { type: 'string', format: 'email' } },
        required: ['name'],
      },
      publishedAt: { type: 'string', format: 'date' },
    });
    expect(data).toEqual({
      headline: 'On lamps',
      author: { name: 'Ada Brandt', email: 'ada@shop.example' },
      publishedAt: '2024-05-03',
    });
  });

  it.each([
    ['line breaks inside strings', '{"@type":"Event","name":"Night\nmarket","startDate":"2025-01-02"}'],
    ['a trailing comma', '{"@type":"Event","name":"Night market","startDate":"2025-01-02",}'],
    ['a CDATA wrapper', '//<![CDATA[\n{"@type":"Event","name":"Night market","startDate":"2025-01-02"}\n//]]>'],
  ])('is read despite %s', (_, source) => {
    const { data } = fill(`<script type="application/ld+json">${source}</script>`, {
      name: text,
      start_date: { type: 'string', format: 'date' },
    });
    expect(data).toEqual({ name: 'Night market', start_date: '2025-01-02' });
  });

  it('fills a list of objects', () => {
    const list = {
      '@type': 'ItemList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, item: { '@type': 'Product', name: 'A', offers: { price: 1 } } },
        { '@type': 'ListItem', position: 2, item: { '@type': 'Product', name: 'B', offers: { price: 2.5 } } },
      ],
    };
    const entry: Schema = { type: 'object', properties: { name: text, price: number }, required: ['name', 'price'] };
    expect(fill(ld(list), { products: { type: 'array', items: entry } }).data).toEqual({
      products: [
        { name: 'A', price: 1 },
        { name: 'B', price: 2.5 },
      ],
    });
  });

  it('is read from a list that contains itself', () => {
    const list = {
      '@id': '#list',
      '@type': 'ItemList',
      name: 'Lamps',
      itemListElement: [{ '@id': '#list' }, { '@type': 'Product', name: 'A' }],
    };
    const entry: Schema = { type: 'object', properties: { name: text }, required: ['name'] };
    expect(fill(ld(list), { lamps: { type: 'array', items: entry } }).data).toEqual({ lamps: [{ name: 'A' }] });
  });

  it('is described without a schema, also if a type has the name of an object’s own method', () => {
    const html = ld({ '@type': 'Constructor', name: 'Ada', description: 'Builds' });
    expect(describePage(readEvidence(html, url), '').data).toEqual({
      url,
      constructor: { name: 'Ada', description: 'Builds' },
    });
  });

  it('converts durations to the requested unit', () => {
    const job = ld({ '@type': 'HowTo', name: 'Wire a lamp', totalTime: 'PT1H30M', prepTime: 'PT10M' });
    const { data } = fill(job, {
      total_time: { type: 'integer', description: 'minutes' },
      prep_time_seconds: { type: 'integer' },
      prepTime: { type: 'string', format: 'duration' },
    });
    expect(data).toEqual({ total_time: 90, prep_time_seconds: 600, prepTime: 'PT10M' });
  });
});

describe('data from microdata and RDFa', () => {
  it('is read from nested microdata, preferring machine-readable values', () => {
    const html = `<div itemscope itemtype="https://schema.org/Event"><h1 itemprop="name">Night market</h1>
      <time itemprop="startDate" datetime="2025-01-02T19:00">tomorrow</time>
      <div itemprop="location" itemscope itemtype="https://schema.org/Place"><b itemprop="name">Old dock</b>
      <div itemprop="address" itemscope itemtype="https://schema.org/PostalAddress"><span itemprop="addressLocality">Hull</span></div></div>
      <span itemprop="offers" itemscope><meta itemprop="price" content="5.00"></span></div>`;
    const { data } = fill(html, {
      name: text,
      start: { type: 'string', format: 'date-time' },
      venue: { type: 'object', properties: { name: text, address: { type: 'object', properties: { city: text } } } },
      price: number,
    });
    expect(data).toEqual({
      name: 'Night market',
      start: '2025-01-02T19:00:00Z',
      venue: { name: 'Old dock', address: { city: 'Hull' } },
      price: 5,
    });
  });

  it('is read from microdata whose itemref refers to itself', () => {
    const html =
      '<div id="a" itemscope itemtype="https://schema.org/Product" itemref="a b"><b itemprop="name">Lamp</b></div><p id="b">Brand: <i itemprop="brand">Lumen</i></p>';
    expect(fill(html, { name: text, brand: text }).data).toEqual({ name: 'Lamp', brand: 'Lumen' });
  });

  it('is read from RDFa', () => {
    const html = `<div vocab="https://schema.org/" typeof="JobPosting"><h2 property="title">Lamp fitter</h2>
      <div property="hiringOrganization" typeof="Organization"><span property="name">Lumen Ltd</span></div>
      <span property="baseSalary" content="41000">forty-one thousand</span></div>`;
    expect(fill(html, { job_title: text, company: text, salary: number }).data).toMatchObject({
      company: 'Lumen Ltd',
      salary: 41000,
    });
  });
});

describe('data from the text of a page', () => {
  it('is read from definition lists, two-column tables and labels', () => {
    const html = `<h1>Lamp 7</h1><dl><dt>Weight</dt><dd>1,5 kg</dd><dt>Colour</dt><dd>Blue</dd></dl>
      <table><tr><th>Height</th><td>42 cm</td></tr><tr><th>Warranty</th><td>2 years</td></tr></table>
      <p><strong>Material:</strong> Brass</p><div><span>Model</span><span>X-200</span></div><p>Phone: +44 20 7946 0000</p>`;
    const { data } = fill(html, {
      name: text,
      weight: number,
      color: { enum: ['red', 'blue'] },
      height: text,
      warranty: text,
      material: text,
      model: text,
      telephone: text,
    });
    expect(data).toEqual({
      name: 'Lamp 7',
      weight: 1.5,
      color: 'blue',
      height: '42 cm',
      warranty: '2 years',
      material: 'Brass',
      model: 'X-200',
      telephone: '+44 20 7946 0000',
    });
  });

  it('is read from the rows of a table with a header', () => {
    const html = `<h2>Departures</h2><table><thead><tr><th>Ship</th><th>Destination</th><th>Price</th></tr></thead>
      <tbody><tr><td>Aurora</td><td>Oslo</td><td>€ 49,90</td></tr><tr><td>Borealis</td><td>Riga</td><td>€ 1.049,00</td></tr></tbody></table>`;
    const entry: Schema = {
      type: 'object',
      properties: { ship: text, destination: text, price: number },
      required: ['ship'],
    };
    expect(fill(html, { departures: { type: 'array', items: entry } }).data).toEqual({
      departures: [
        { ship: 'Aurora', destination: 'Oslo', price: 49.9 },
        { ship: 'Borealis', destination: 'Riga', price: 1049 },
      ],
    });
  });

  it('is read from repeated blocks', () => {
    const card = (name: string, price: string) =>
      `<div class="card"><a href="/p/${name}"><img src="/i/${name}.png" alt=""></a><h3>${name}</h3><span class="price">${price}</span></div>`;
    const html = `<main><h1>Lamps</h1><div class="grid">${card('Ada', '$10')}${card('Bo', '$12.50')}${card('Cy', '$1,300.00')}</div></main>`;
    const entry: Schema = {
      type: 'object',
      properties: { name: text, price: number, url: { type: 'string', format: 'uri' }, image: text },
      required: ['name', 'price'],
    };
    expect(fill(html, { products: { type: 'array', items: entry } }).data).toEqual({
      products: [
        { name: 'Ada', price: 10, url: 'https://shop.example/p/Ada', image: 'https://shop.example/i/Ada.png' },
        { name: 'Bo', price: 12.5, url: 'https://shop.example/p/Bo', image: 'https://shop.example/i/Bo.png' },
        { name: 'Cy', price: 1300, url: 'https://shop.example/p/Cy', image: 'https://shop.example/i/Cy.png' },
      ],
    });
  });

  it('is read from lists under a heading, in other languages too', () => {
    const html = `<h1>Lampe</h1><h2>Merkmale</h2><ul><li>dimmbar</li><li>faltbar</li></ul><h2>Kontakt</h2><p>Telefon: 030 1234</p>`;
    expect(fill(html, { features: { type: 'array', items: text }, phone: text }).data).toEqual({
      features: ['dimmbar', 'faltbar'],
      phone: '030 1234',
    });
  });

  it('is read from OpenGraph, meta and link tags', () => {
    const html = `<html lang="en-GB"><head><title>Lamp 7 | Lumen</title><meta property="og:site_name" content="Lumen">
      <meta property="og:image" content="/og.png"><meta name="description" content="A lamp."><link rel="canonical" href="/lamp-7">
      <meta property="article:published_time" content="2024-02-29T08:00:00Z"></head><body></body></html>`;
    const { data } = fill(html, {
      title: text,
      siteName: text,
      description: text,
      image: { type: 'string', format: 'uri' },
      canonical_url: text,
      language: text,
      published: { type: 'string', format: 'date' },
    });
    expect(data).toEqual({
      title: 'Lamp 7',
      siteName: 'Lumen',
      description: 'A lamp.',
      image: 'https://shop.example/og.png',
      canonical_url: 'https://shop.example/lamp-7',
      language: 'en-GB',
      published: '2024-02-29',
    });
  });
});

describe('data that a page does not declare', () => {
  it('is listed as missing, by JSON Pointer, if it is required', () => {
    const { missing } = fill(
      '<h1>Lamp</h1>',
      { name: text, price: number, seller: { type: 'object', properties: { phone: text }, required: ['phone'] } },
      ['name', 'price', 'seller'],
    );
    expect(missing).toEqual(['/price', '/seller']);
  });

  it('is null if it is required and nullable, and otherwise absent', () => {
    const { data, missing } = fill(
      '<h1>Lamp</h1>',
      { name: text, price: { type: ['number', 'null'] }, weight: number },
      ['name', 'price'],
    );
    expect(data).toEqual({ name: 'Lamp', price: null });
    expect(missing).toEqual([]);
  });

  it('is not taken from a property with a similar name', () => {
    const html =
      '<script type="application/ld+json">{"@type":"Product","name":"Lamp","aggregateRating":{"ratingCount":99},"cookTime":"PT5M"}</script>';
    expect(
      fill(html, { name: text, rating: number, prep_time: { type: 'integer', description: 'minutes' } }).data,
    ).toEqual({ name: 'Lamp' });
  });
});

describe('a schema that is not a plain object', () => {
  const html = `<script type="application/ld+json">${JSON.stringify({ '@type': 'Comment', text: 'first', comment: { '@type': 'Comment', text: 'second' } })}</script>
    <table><tr><th>Name</th><th>Age</th></tr><tr><td>Ada</td><td>36</td></tr><tr><td>Bo</td><td>41</td></tr></table>`;
  const whole = (schema: Schema) => fillSchema(readEvidence(html, url), schema).data;

  it('may be a list at the top level', () => {
    expect(
      whole({
        type: 'array',
        items: { type: 'object', properties: { name: text, age: { type: 'integer' } }, required: ['name', 'age'] },
      }),
    ).toEqual([
      { name: 'Ada', age: 36 },
      { name: 'Bo', age: 41 },
    ]);
  });

  it('may refer to itself', () => {
    const schema = {
      $ref: '#/$defs/comment',
      $defs: {
        comment: { type: 'object', properties: { text, comment: { $ref: '#/$defs/comment' } }, required: ['text'] },
      },
    };
    expect(whole(schema)).toEqual({ text: 'first', comment: { text: 'second' } });
  });

  it('may have alternatives, parts and constants', () => {
    const schema = {
      allOf: [
        { type: 'object', properties: { text } },
        { properties: { kind: { const: 'comment' } }, required: ['kind'] },
      ],
    };
    expect(whole(schema)).toEqual({ text: 'first', kind: 'comment' });
    expect(
      whole({ type: 'object', properties: { text: { anyOf: [{ type: 'number' }, { type: 'string' }] } } }),
    ).toEqual({ text: 'first' });
  });
});
