import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { PageItem } from '../../../contracts/results/page.ts';
import { createBatch, waitForJob } from '../../support/batches.ts';
import { call, creditsUsed } from '../../support/client.ts';
import { hits, site } from '../../support/fixtureSite.ts';

async function scrape(path: string, formats: readonly unknown[], options: object = {}) {
  const { status, body } = await call<{ data: PageItem; error?: string }>('/v1/scrape', {
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
    const path = '/product?all-formats';
    const before = await hits(path);
    const { status, data } = await scrape(path, [
      'markdown',
      'images',
      'summary',
      { type: 'json', schema: product },
      { type: 'attributes', selectors: [{ selector: 'html', attribute: 'lang' }] },
    ]);
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
    expect(await hits(path)).toBe(before + 1);
  });

  it('cost five credits with json, and one where a model would have had to write the summary', async () => {
    const before = await creditsUsed();
    expect((await scrape('/product?a', [{ type: 'json', schema: product }])).data.metadata.creditsUsed).toBe(5);
    expect((await scrape('/product?b', ['summary'])).data.metadata.creditsUsed).toBe(1);
    expect(await creditsUsed()).toBe(before + 6);
  });

  it('do not fail with one of them, which says so in `warning` and costs nothing', async () => {
    const before = await creditsUsed();
    const schema = { type: 'object', properties: { captain: { type: 'string' } }, required: ['captain'] };
    const { status, data } = await scrape('/lighthouse', ['markdown', { type: 'json', schema }]);
    expect(status).toBe(200);
    expect(data).toMatchObject({ markdown: expect.any(String), warning: expect.stringMatching(/^json: .*captain/) });
    expect(data.json).toBeUndefined();
    expect(await creditsUsed()).toBe(before + 1);
  });

  it('are made for each page of a batch, at the price of each', async () => {
    const before = await creditsUsed();
    const { id } = await createBatch({
      urls: [site('/product?c'), site('/status?code=404'), site('/product?d')],
      formats: [{ type: 'json', schema: product }],
    });
    const job = await waitForJob(id);
    expect(job).toMatchObject({ status: 'completed', completed: 2, failed: 1, creditsUsed: 10 });
    expect(job.data[2]).toMatchObject({ json: { name: 'Brass lantern' }, metadata: { creditsUsed: 5 } });
    expect(await creditsUsed()).toBe(before + 10);
  });

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
      error: '`formats`: json needs a schema, a prompt or both: {"type": "json", "prompt": …}.',
    });
  });
});
