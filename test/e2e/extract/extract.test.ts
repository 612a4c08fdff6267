import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ValueEvidence } from '../../../contracts/results/extract.ts';
import { newAccount } from '../../support/accounts.ts';
import { call, creditsUsed } from '../../support/client.ts';
import { hits, site } from '../../support/fixtureSite.ts';
import { productPage } from '../../support/site/pages.ts';
import { inOneVisit } from '../../support/visits.ts';
import { isOnPage } from '../../support/walkBack.ts';

interface Extracted {
  data: Record<string, unknown>;
  warning?: string;
  evidence?: Record<string, ValueEvidence>;
  error?: string;
}

const schema = {
  type: 'object',
  properties: { title: { type: 'string' }, description: { type: 'string' }, language: { type: 'string' } },
  required: ['title'],
};

/** Of an account of its own: other files may leave work of the owner that is charged later. */
let key: string;
beforeAll(async () => {
  ({ key } = await newAccount());
});

function extract(body: object, headers: Record<string, string> = {}) {
  return call<Extracted>('/v1/extract', { key, body, headers });
}

describe('POST /v1/extract without a language model', () => {
  it('answers from the data that the page declares for five credits, with a warning', async () => {
    const before = await creditsUsed({ key });
    const { status, body } = await extract({ url: site('/lamp'), schema });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        data: { title: '/lamp', description: 'All about /lamp', language: 'en' },
        warning: 'No language model is configured: the data was read from what the page itself declares.',
      },
    });
    expect(await creditsUsed({ key })).toBe(before + 5);
  });

  it('says with `evidence` where on the page each value was found, and leads back there', async () => {
    const properties = { name: { type: 'string' }, price: { type: 'number' }, weight: { type: 'string' } };
    const url = site('/product');
    const { status, body } = await extract({ url, schema: { type: 'object', properties }, evidence: true });
    expect(status).toBe(200);
    expect(body.data).toEqual({ name: 'Brass lantern', price: 129, weight: '2 kg' });
    expect(body.evidence).toEqual({
      '/name': { source: 'json-ld', path: 'Product.name', quote: 'Brass lantern' },
      '/price': { source: 'json-ld', path: 'Offer.price', quote: '129.00' },
      '/weight': { source: 'table', path: 'Weight', quote: '2 kg' },
    });
    for (const each of Object.values(body.evidence ?? {}))
      expect(each).toSatisfy(() => isOnPage(each, productPage, url));
  });

  it('returns the metadata of the page for a prompt without a schema', async () => {
    const { status, body } = await extract({ url: site('/lamp'), prompt: 'What is this page about?' });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ title: '/lamp', description: 'All about /lamp' });
  });

  it('reads a page that is built by a script', async () => {
    const { body } = await extract({ url: site('/script'), schema });
    expect(body.data).toMatchObject({ title: 'Rendered' });
  });

  it('answers 422 with the missing required field, and charges nothing', async () => {
    const before = await creditsUsed({ key });
    const price = { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] };
    const { status, body } = await extract({ url: site('/lamp'), schema: price });
    expect(status).toBe(422);
    expect(body.error).toMatch(/requires at \/price/);
    expect(await creditsUsed({ key })).toBe(before);
  });

  it('charges nothing for a page that cannot be read', async () => {
    const before = await creditsUsed({ key });
    expect(await extract({ url: site('/status?code=404'), schema })).toMatchObject({
      status: 422,
      body: { error: 'The site answered 404.' },
    });
    expect(await creditsUsed({ key })).toBe(before);
  });

  it('ends a regular expression that would run without end', async () => {
    const pattern = {
      type: 'object',
      properties: { title: { type: 'string', pattern: '^(/?l+a?m?p?)+$|^(([/a-z])+.)+[A-Z]([a-z])+$' } },
      required: ['title'],
    };
    const { status, body } = await extract({ url: site(`/${'a'.repeat(60)}`), schema: pattern });
    expect(status).toBe(422);
    expect(body.error).toBeTruthy();
    expect((await extract({ url: site('/lamp'), schema })).status).toBe(200);
  });
});

describe('POST /v1/extract with bad input', () => {
  const nested = (levels: number): object =>
    levels === 0 ? { type: 'string' } : { type: 'object', properties: { a: nested(levels - 1) } };
  it.each([
    ['a missing URL', { schema }, /`url` is required/],
    ['neither a schema nor a prompt', { url: site('/a') }, /`schema`, `prompt` or both/],
    ['a string as the schema', { url: site('/a'), schema: 'price' }, /`schema` must be/],
    [
      'an invalid schema',
      { url: site('/a'), schema: { properties: { price: { type: 'money' } } } },
      /`schema\.properties\.price\.type`/,
    ],
    ['a schema that is nested too deep', { url: site('/a'), schema: nested(40) }, /nested deeper than 32/],
    [
      'a schema that is too large',
      { url: site('/a'), schema: { description: 'x'.repeat(70_000) } },
      /larger than 64 KiB/,
    ],
    [
      'a schema that refers to another document',
      { url: site('/a'), schema: { $ref: 'http://169.254.169.254/' } },
      /`schema\.\$ref` points outside/,
    ],
    ['an empty prompt', { url: site('/a'), prompt: '' }, /`prompt`/],
    ['an unknown field', { url: site('/a'), schema, model: 'best' }, /Unknown field `model`/],
    ['a private address', { url: 'http://10.0.0.1/', schema }, /`url`.*not a public address/],
    ['options that contradict each other', { url: site('/a'), schema, engine: 'http', waitFor: 5 }, /`waitFor`/],
  ])('answers 400 for %s and names the problem', async (_, body, words) => {
    const answer = await extract(body);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body)).toEqual(['error']);
    expect(answer.body.error).toMatch(words);
  });

  it('answers 401 without a key', async () => {
    expect((await call('/v1/extract', { body: { url: site('/a'), schema }, key: null })).status).toBe(401);
  });
});

describe('the Idempotency-Key of an extraction', () => {
  it('returns the same answer without charging or reading again', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const path = `/again/${randomUUID()}`;
    const before = await creditsUsed({ key });
    const first = await extract({ url: site(path), schema }, headers);
    expect(first.status).toBe(200);
    const visits = await hits(path);
    expect((await extract({ url: site(path), schema }, headers)).body).toEqual(first.body);
    expect(await creditsUsed({ key })).toBe(before + 5);
    expect(await hits(path)).toBe(visits);
  });

  it('makes one extraction of six simultaneous requests', async () => {
    await inOneVisit('/slow?ms=500', async (path) => {
      const headers = { 'Idempotency-Key': randomUUID() };
      const before = await creditsUsed({ key });
      const answers = await Promise.all(Array.from({ length: 6 }, () => extract({ url: site(path), schema }, headers)));
      expect(new Set(answers.map(({ status, body }) => JSON.stringify({ status, body }))).size).toBe(1);
      expect(answers[0]?.status).toBe(200);
      expect(await creditsUsed({ key })).toBe(before + 5);
    });
  });

  it('is refused with another body', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    await extract({ url: site('/one'), schema }, headers);
    expect(await extract({ url: site('/two'), schema }, headers)).toMatchObject({ status: 409 });
  });

  it('allows another attempt after a failure', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const path = `/flaky?times=1&at=${randomUUID()}`;
    const before = await creditsUsed({ key });
    expect((await extract({ url: site(path), schema }, headers)).status).toBe(422);
    expect((await extract({ url: site(path), schema }, headers)).status).toBe(200);
    expect(await creditsUsed({ key })).toBe(before + 5);
  });
});
