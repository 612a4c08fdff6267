import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PageItem } from '../../../contracts/results/page.ts';
import { newAccount } from '../../support/accounts.ts';
import { createBatch, waitForJob } from '../../support/batches.ts';
import { call, creditsUsed } from '../../support/client.ts';
import { site } from '../../support/fixtureSite.ts';
import { inOneVisit } from '../../support/visits.ts';

/** Of an account of its own: other files may leave work of the owner that is charged later. */
let key: string;
beforeAll(async () => {
  ({ key } = await newAccount());
});

async function scrape(path: string, formats: readonly unknown[], options: object = {}) {
  const { status, body } = await call<{ data: PageItem; error?: string }>('/v1/scrape', {
    key,
    body: { url: site(path), formats, ...options },
  });
  return { status, ...body };
}

const product = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' } },
  required: ['name'],
};

describe('the formats of a page', () => {
  it('are all made of one visit', async () => {
    const formats = [
      'markdown',
      'images',
      'summary',
      { type: 'json', schema: product },
      { type: 'attributes', selectors: [{ selector: 'html', attribute: 'lang' }] },
    ];
    const { status, data } = await inOneVisit('/product?all-formats', (path) => scrape(path, formats));
    expect(status).toBe(200);
    expect(data).toMatchObject({
      markdown: expect.stringContaining('Brass lantern'),
      images: [],
      summary: expect.stringContaining('keeper of the lighthouse'),
      json: { name: 'Brass lantern', price: 129 },
      attributes: [{ selector: 'html', attribute: 'lang', values: ['en'] }],
      warning: expect.stringContaining('No language model is configured'),
    });
    expect(Object.keys(data)).not.toContain('rawHtml');
  });

  it('cost five credits with json, and one where a model would have had to write the summary', async () => {
    const before = await creditsUsed({ key });
    expect((await scrape('/product?a', [{ type: 'json', schema: product }])).data.metadata.creditsUsed).toBe(5);
    expect((await scrape('/product?b', ['summary'])).data.metadata.creditsUsed).toBe(1);
    expect(await creditsUsed({ key })).toBe(before + 6);
  });

  it('do not fail with one of them, which says so in `warning` and costs nothing', async () => {
    const before = await creditsUsed({ key });
    const schema = { type: 'object', properties: { captain: { type: 'string' } }, required: ['captain'] };
    const { status, data } = await scrape('/lighthouse', ['markdown', { type: 'json', schema }]);
    expect(status).toBe(200);
    expect(data).toMatchObject({ markdown: expect.any(String), warning: expect.stringMatching(/^json: .*captain/) });
    expect(data.json).toBeUndefined();
    expect(await creditsUsed({ key })).toBe(before + 1);
  });

  it('are made for each page of a batch, at the price of each', async () => {
    const before = await creditsUsed({ key });
    const urls = [site('/product?c'), site('/status?code=404'), site('/product?d')];
    const { id } = await createBatch({ urls, formats: [{ type: 'json', schema: product }] }, { key });
    const job = await waitForJob(id, undefined, key);
    expect(job).toMatchObject({ status: 'completed', completed: 2, failed: 1, creditsUsed: 10 });
    expect(job.data[2]).toMatchObject({ json: { name: 'Brass lantern' }, metadata: { creditsUsed: 5 } });
    expect(await creditsUsed({ key })).toBe(before + 10);
  });

  it('have the branding of the page beside its text, of one visit and for five credits', async () => {
    const formats = ['markdown', 'rawHtml', 'branding', { type: 'screenshot', fullPage: false }];
    const { data } = await inOneVisit('/lighthouse?branded', (path) => scrape(path, formats));
    expect(data).toMatchObject({
      markdown: expect.stringContaining('keeper'),
      rawHtml: expect.stringContaining('<html'),
      branding: { colors: { background: expect.stringMatching(/^#/) }, confidence: expect.any(Object) },
      warning: expect.stringContaining('branding: No language model is configured'),
      metadata: { creditsUsed: 5, engine: 'browser' },
    });
    expect(await sharp(await (await fetch(data.screenshot ?? '')).arrayBuffer()).metadata()).toMatchObject({
      width: 1_440,
    });
    const alone = await call<{ data: unknown }>('/v1/branding', { key, body: { url: site('/lighthouse?branded') } });
    expect(data.branding).toEqual(alone.body.data);
  });

  it.each([['branding'], [{ type: 'branding' }]])(
    'have no branding of what is not a page, and say so: %j',
    async (format) => {
      const { status, data } = await scrape('/document.pdf', ['markdown', format]);
      expect(status).toBe(200);
      expect(data).toMatchObject({
        markdown: expect.any(String),
        warning: expect.stringContaining('branding: '),
        metadata: { creditsUsed: 1 },
      });
      expect(data.branding).toBeUndefined();
    },
  );

  it('have a screenshot of the window alone, in the size and format that is asked for', async () => {
    const { data } = await scrape('/pictured', [
      { type: 'screenshot', fullPage: false, viewport: { width: 500, height: 400 }, format: 'webp', quality: 60 },
    ]);
    expect(data.screenshot).toContain('/screenshot.webp?');
    const answer = await fetch(data.screenshot ?? '');
    expect(answer.headers.get('content-type')).toBe('image/webp');
    expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject({
      format: 'webp',
      width: 500,
      height: 400,
    });
    const next = await scrape('/pictured', [{ type: 'screenshot', quality: 50 }]);
    const jpeg = await (await fetch(next.data.screenshot ?? '')).arrayBuffer();
    // The window is as wide as ever for the next page.
    expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 1_280 });
  });

  it('are refused with a sentence that names what is wrong', async () => {
    expect(await scrape('/page', ['json'])).toMatchObject({
      status: 400,
      error: '`formats`: json needs a schema, a prompt or both: {"type": "json", "schema": …, "prompt": …}.',
    });
  });
});
