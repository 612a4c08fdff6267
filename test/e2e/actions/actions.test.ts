import { createServer } from 'node:http';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageItem } from '../../../contracts/results/page.ts';
import { createBatch, waitForJob } from '../../support/batches.ts';
import { call } from '../../support/client.ts';
import { type Listening, listenOnLoopback } from '../../support/loopback.ts';

const shop = `<!doctype html><title>Shop</title><main><h1>Shop of the lighthouse</h1>
<p>Everything that a keeper needs, from lamp oil to lanterns, is sold here all year round.</p>
<button id="more">More</button><div id="list"></div></main>
<script>more.onclick = () => { list.innerHTML = '<p>The brass lantern costs 129 euros and is in stock.</p>' }</script>
<a id="inside" href="http://10.0.0.1/">inside</a>`;

const clickMore = [
  { type: 'click', selector: '#more' },
  { type: 'wait', selector: '#list p' },
];

describe.each(['/v1', '/v2'])('the actions of %s', (version) => {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(shop);
  });
  let listening: Listening;
  beforeAll(async () => {
    listening = await listenOnLoopback(server);
  });
  afterAll(() => listening?.close());

  function scrape(actions: readonly object[], options: object = {}) {
    return call<{ data: PageItem; error: string; code?: string }>(`${version}/scrape`, {
      body: { url: listening.address, formats: ['markdown'], actions, ...options },
    });
  }

  /** An action that takes all of the page's time. Again, if something stood still and used it up before or after it. */
  async function scrapeTooLong(action: object, words: string) {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await scrape([action], { timeout: 8_000 });
      if (attempt === 3 || answer.body.error?.includes(words)) return answer;
    }
  }

  it('are done before the page is read, and give pictures, prints, HTML and values', async () => {
    const { status, body } = await scrape([
      ...clickMore,
      { type: 'screenshot' },
      { type: 'screenshot', quality: 50, viewport: { width: 400, height: 300 } },
      { type: 'scrape' },
      { type: 'executeJavascript', script: 'document.title' },
      { type: 'pdf', format: 'A6' },
    ]);
    expect(status).toBe(200);
    const { markdown, actions, metadata } = body.data;
    expect(markdown).toContain('brass lantern costs 129');
    expect(metadata).toMatchObject({ engine: 'browser', creditsUsed: 1 });
    expect(actions).toMatchObject({
      scrapes: [{ url: `${listening.address}/`, html: expect.stringContaining('brass lantern') }],
      javascriptReturns: [{ type: 'string', value: 'Shop' }],
    });
    const files = await Promise.all(
      [...(actions?.screenshots ?? []), ...(actions?.pdfs ?? [])].map((url) => fetch(url)),
    );
    expect(files.map(({ headers }) => headers.get('content-type'))).toEqual([
      'image/png',
      'image/jpeg',
      'application/pdf',
    ]);
    const [, jpeg, pdf] = await Promise.all(files.map(async (file) => Buffer.from(await file.arrayBuffer())));
    expect(await sharp(jpeg).metadata()).toMatchObject({ width: 400, height: 300 });
    expect(pdf?.subarray(0, 5).toString()).toBe('%PDF-');
    const forged = (actions?.pdfs[0] ?? '').replace('/actions/2.', '/actions/1.');
    expect((await fetch(forged)).status).toBe(403);
  });

  it('say which one has failed and why', async () => {
    expect(
      await scrape([
        { type: 'wait', milliseconds: 1 },
        { type: 'click', selector: '#none' },
      ]),
    ).toMatchObject({
      status: 422,
      body: {
        error: expect.stringContaining('`actions[1]` (click): nothing on the page matches "#none"'),
      },
    });
    const unmatched = '`actions[0]` (wait): nothing on the page matched "#never"';
    expect(await scrapeTooLong({ type: 'wait', selector: '#never' }, unmatched)).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining(unmatched) },
    });
    expect(await scrape([{ type: 'click', selector: '#inside' }])).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^`actions\[0\]` \(click\): .*10\.0\.0\.1 is not a public address/) },
    });
    const interrupted = 'while running `actions[0]` (executeJavascript)';
    const endless = await scrapeTooLong({ type: 'executeJavascript', script: 'for (;;);' }, interrupted);
    expect(endless.status).toBe(version === '/v2' ? 408 : 422);
    expect(endless.body.error).toContain(interrupted);
    expect(await scrape([{ type: 'executeJavascript', script: '"x".repeat(5e7)' }])).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('returned more than 1024 KiB') },
    });
    expect(await scrape(clickMore, { engine: 'http' })).toMatchObject({
      status: 400,
      body: { error: '`actions` need the browser, and `engine` is http.' },
    });
    const many = Array.from({ length: 51 }, () => ({ type: 'wait', milliseconds: 1 }));
    expect((await scrape(many)).status).toBe(400);
  });

  it('are done on each page of a batch and of a crawl', async () => {
    const pages = ['/a', '/b'].map((path) => listening.address + path);
    const options = { formats: ['markdown'], actions: clickMore };
    const batch =
      version === '/v1'
        ? await createBatch({ urls: pages, ...options })
        : (await call<{ id: string }>('/v2/batch/scrape', { body: { urls: pages, ...options } })).body;
    const crawl = await call<{ id: string }>(`${version}/crawl`, {
      body: { url: listening.address, limit: 1, sitemap: 'skip', scrapeOptions: options },
    });
    const read = await waitForJob(batch.id);
    expect(read).toMatchObject({ status: 'completed', completed: 2 });
    const crawled = await waitForJob(crawl.body.id);
    for (const { markdown, actions } of [...read.data, ...crawled.data]) {
      expect(markdown).toContain('brass lantern');
      expect(actions).toEqual({ screenshots: [], scrapes: [], javascriptReturns: [], pdfs: [] });
    }
  });
});

describe('the actions of an extract', () => {
  it('are done before the data is looked for', async () => {
    const declared = '<span itemscope itemtype="https://schema.org/Product"><i itemprop="sku">BL-129</i></span>';
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(shop.replace('The brass lantern', declared));
    });
    const listening = await listenOnLoopback(server);
    try {
      const schema = { type: 'object', properties: { sku: { type: 'string' } }, required: ['sku'] };
      const body = { url: listening.address, schema, engine: 'browser' };
      expect((await call('/v1/extract', { body })).status).toBe(422);
      expect(await call('/v1/extract', { body: { ...body, actions: clickMore } })).toMatchObject({
        status: 200,
        body: { data: { sku: 'BL-129' } },
      });
    } finally {
      await listening.close();
    }
  });
});
