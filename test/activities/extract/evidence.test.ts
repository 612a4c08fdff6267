import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createExtractor, type ExtractRequest } from '../../../activities/extract/extractor.ts';
import { openExtractPool } from '../../../activities/extract/extractPool.ts';
import { createModel } from '../../../activities/extract/model/client.ts';
import { jsonReply, type ScriptedModel, startScriptedModel } from '../../model/scriptedModel.ts';
import { isOnPage } from '../../support/walkBack.ts';
import { lighthousePage } from './lighthousePage.ts';

const pool = openExtractPool({ threads: 1 });
let server: ScriptedModel;
beforeAll(async () => {
  server = await startScriptedModel();
});
afterAll(async () => {
  await server.close();
  await pool.close();
});
const never = new AbortController().signal;

const url = 'https://shop.example/products/lantern';
const shopPage = `<!doctype html><html lang="en"><head><title>Brass lantern – Lamps</title>
<meta property="og:description" content="A lantern of brass.">
<script type="application/ld+json">${JSON.stringify({
  '@context': 'https://schema.org',
  '@graph': [
    { '@type': 'WebSite', name: 'Lamps' },
    {
      '@type': 'Product',
      name: 'Brass lantern',
      color: ['brass', 'black'],
      offers: { '@type': 'Offer', price: '129.00', priceCurrency: 'EUR', availability: 'https://schema.org/InStock' },
    },
  ],
})}</script></head><body><h1>Brass lantern</h1>
<p>Item no. 418295</p><p>Warranty: five years of light</p>
<table><tr><td>Weight</td><td>2 kg</td></tr><tr><td>Height</td><td>30 cm</td></tr></table>
<div itemscope itemtype="https://schema.org/Person"><b itemprop="name">Ada</b> <a itemprop="url" href="/people/ada">Ada</a></div>
</body></html>`;

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    price: { type: 'number' },
    availability: { enum: ['InStock', 'OutOfStock'] },
    colors: { type: 'array', items: { type: 'string' } },
    sku: { type: 'string' },
    weight: { type: 'string' },
    warranty: { type: 'string' },
    description: { type: 'string' },
    kind: { const: 'offer sheet' },
    missing: { type: ['string', 'null'] },
  },
  required: ['missing', 'kind'],
};

function extract(html: string, request: ExtractRequest) {
  return createExtractor({ pool, model: undefined, contextTokens: 1_000 })({ url, html, markdown: '' }, request, never);
}

function extractByModel(answer: unknown, request: ExtractRequest, page = lighthousePage) {
  server.setScript([jsonReply(answer)]);
  const model = createModel({ apiKey: 'k', baseUrl: server.address, model: 'm', timeoutMs: 5_000 });
  return createExtractor({ pool, model, contextTokens: 32_000 })(page, request, never);
}

describe('evidence without a model', () => {
  it('names the source of each value, the way to it, and what the page says there', async () => {
    const { data, evidence } = await extract(shopPage, { schema, evidence: true });
    expect(data).toEqual({
      name: 'Brass lantern',
      price: 129,
      availability: 'InStock',
      colors: ['brass', 'black'],
      sku: '418295',
      weight: '2 kg',
      warranty: 'five years of light',
      description: 'A lantern of brass.',
      kind: 'offer sheet',
      missing: null,
    });
    expect(evidence).toEqual({
      '/name': { source: 'json-ld', path: 'Product.name', quote: 'Brass lantern' },
      '/price': { source: 'json-ld', path: 'Offer.price', quote: '129.00' },
      '/availability': { source: 'json-ld', path: 'Offer.availability', quote: 'https://schema.org/InStock' },
      '/colors/0': { source: 'json-ld', path: 'Product.color', quote: 'brass' },
      '/colors/1': { source: 'json-ld', path: 'Product.color', quote: 'black' },
      '/sku': { source: 'text', path: 'sku', quote: 'Item no. 418295' },
      '/weight': { source: 'table', path: 'Weight', quote: '2 kg' },
      '/warranty': { source: 'text', path: 'Warranty', quote: 'five years of light' },
      '/description': { source: 'meta', path: 'og:description', quote: 'A lantern of brass.' },
      '/kind': { source: 'schema' },
    });
    for (const each of Object.values(evidence ?? {})) expect(each).toSatisfy(() => isOnPage(each, shopPage, url));
  });

  it('leads back to the page for everything that is said without a schema', async () => {
    const { data, evidence = {} } = await extract(shopPage, { prompt: 'What is it?', evidence: true });
    expect(data).toMatchObject({ product: { name: 'Brass lantern' }, person: { url: expect.anything() } });
    expect(Object.keys(evidence)).toContain('/product/offers/price');
    for (const each of Object.values(evidence)) expect(each).toSatisfy(() => isOnPage(each, shopPage, url));
  });

  it('is absent unless it is asked for', async () => {
    expect(await extract(shopPage, { schema })).not.toHaveProperty('evidence');
  });

  it('names the price behind the conclusion that something is for sale', async () => {
    const html = '<h1>Lantern</h1><p class="price">€ 129.00</p>';
    const { data, evidence } = await extract(html, { schema, evidence: true });
    expect(data).toMatchObject({ price: 129, availability: 'InStock' });
    expect(evidence?.['/availability']).toEqual({ source: 'text', path: 'price', quote: '€ 129.00' });
  });
});

describe('evidence of values by a model', () => {
  const asked = {
    type: 'object',
    properties: {
      keeper: { type: 'string' },
      built: { type: 'integer' },
      mood: { type: 'string' },
      open: { type: 'boolean' },
    },
    required: ['keeper', 'built', 'mood', 'open'],
  };

  it('quotes the page, and has no quote for what is nowhere on it', async () => {
    const answer = { keeper: 'Ada Brandt', built: 1871, mood: 'melancholy', open: true };
    const { evidence } = await extractByModel(answer, { schema: asked, evidence: true });
    const sentence = 'The keeper of the lighthouse is Ada Brandt. It was built in 1871 and is 42.5 metres high.';
    expect(evidence).toEqual({
      '/keeper': { source: 'text', quote: sentence },
      '/built': { source: 'text', quote: sentence },
      '/mood': { source: 'model' },
      '/open': { source: 'model' },
    });
  });

  it('quotes a value whose words are in several elements, and the place that says the name of the property', async () => {
    const html = '<p>12 ships</p><p>The <b>bra</b>ss <i>lantern</i> burns.</p><p>Weight in kg: 12</p>';
    const answer = { name: 'brass lantern burns', weight: 12 };
    const properties = { name: { type: 'string' }, weight: { type: 'number' } };
    const page = { url, html, markdown: 'The brass lantern' };
    const { evidence } = await extractByModel(
      answer,
      { schema: { type: 'object', properties }, prompt: 'Read', evidence: true },
      page,
    );
    expect(evidence).toMatchObject({
      '/name': { source: 'text', quote: 'bra ss lantern burns.' },
      '/weight': { source: 'text', path: 'Weight in kg', quote: '12' },
    });
  });

  it('names the declaration of a value that the page declares', async () => {
    const answer = { name: 'Brass lantern', price: 129, colors: ['black'], missing: null, kind: 'offer sheet' };
    const { evidence } = await extractByModel(
      answer,
      { schema, prompt: 'Read it', evidence: true },
      { url, html: shopPage, markdown: 'Brass lantern' },
    );
    expect(evidence).toMatchObject({
      '/price': { source: 'json-ld', path: 'Offer.price', quote: '129.00' },
      '/colors/0': { source: 'json-ld', path: 'Product.color', quote: 'black' },
    });
  });
});

describe('evidence of hostile pages', () => {
  it('has short quotes and paths, and a limit', async () => {
    const long = 'x'.repeat(300_000);
    const html = `<script type="application/ld+json">${JSON.stringify({
      '@type': `Product${long}`,
      name: long,
      color: Array.from({ length: 3_000 }, (_, at) => `color ${at}`),
    })}</script>`;
    const { evidence = {}, warning } = await extract(html, {
      schema: {
        type: 'object',
        properties: { name: { type: 'string' }, colors: { type: 'array', items: { type: 'string' } } },
      },
      evidence: true,
    });
    expect(Object.keys(evidence)).toHaveLength(1_000);
    expect(warning).toContain('evidence is given for its first 1000 values');
    for (const { path = '', quote = '' } of Object.values(evidence)) {
      expect(path.length).toBeLessThanOrEqual(200);
      expect(quote.length).toBeLessThanOrEqual(200);
    }
  });

  it('finds values among JSON that is nested without end, broken or full of numbers', async () => {
    const nested = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
    const numbers = JSON.stringify(Array.from({ length: 5_000 }, (_, at) => at));
    const page = {
      url,
      html: `<script type="application/json">${nested}</script><script type="application/json">${numbers}</script><script type="application/json">{"name": "Lantern</script><p>${'1,'.repeat(30_000)} ${'2'.repeat(30_000)}</p>`,
      markdown: '',
    };
    const { evidence } = await extractByModel(
      { name: 'Lantern', built: 4_999, height: 123_456 },
      { prompt: 'Read', evidence: true },
      page,
    );
    expect(evidence).toEqual({
      '/name': { source: 'state', quote: '{"name": "Lantern' },
      '/built': { source: 'state', quote: '4999' },
      '/height': { source: 'model' },
    });
  });
});
