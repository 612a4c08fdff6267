import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createBatch, waitForJob } from '../../support/batches.ts';
import { call } from '../../support/client.ts';
import { site } from '../../support/fixtureSite.ts';

interface Scraped {
  data: { markdown: string; screenshot?: string; metadata: { engine: string; engineReason?: string; title?: string } };
}

async function scrape(body: object) {
  return call<Scraped>('/v1/scrape', { body });
}

describe('the browser engine', () => {
  it('renders a page that is built by scripts and states the reason', async () => {
    const { status, body } = await scrape({ url: site('/script') });
    expect(status).toBe(200);
    expect(body.data.markdown).toContain('written by a script');
    expect(body.data.metadata.engine).toBe('browser');
    expect(body.data.metadata.engineReason).toBeTruthy();
  });

  it('reads shadow roots, frames of the site and what appears on scrolling', async () => {
    const read = async () => (await scrape({ url: site('/components') })).body.data;
    // A browser that stalls while the page settles may miss a part of it.
    await expect.poll(read).toMatchObject({
      metadata: { engine: 'browser', engineReason: expect.stringContaining('<x-page>') },
      markdown: [
        '# Assigned title',
        'Text of an open shadow root.',
        'Text of a closed shadow root.',
        'Text of a [frame](http://site.example/frame-link).',
        'Text that appears on scrolling.',
      ].join('\n\n'),
    });
  });

  it('is not used when the caller requests the HTTP engine', async () => {
    const { body } = await scrape({ url: site('/script'), engine: 'http' });
    expect(body.data.metadata.engine).toBe('http');
    expect(body.data.markdown).not.toContain('written by a script');
  });

  it('takes a screenshot that can be downloaded from a signed URL', async () => {
    const { body } = await scrape({ url: site('/picture-of-me'), formats: ['screenshot'] });
    const png = Buffer.from(await (await fetch(body.data.screenshot ?? '')).arrayBuffer());
    expect((await sharp(png).metadata()).width).toBeGreaterThan(500);
  });

  it('answers 422 for an error of the site and 400 for a private address', async () => {
    expect((await scrape({ url: site('/status?code=404'), engine: 'browser' })).status).toBe(422);
    expect((await scrape({ url: 'http://10.0.0.1/', engine: 'browser' })).status).toBe(400);
  });

  it('reads only those pages of a batch that need scripts', async () => {
    const urls = Array.from({ length: 12 }, (_, at) => site(at % 3 === 0 ? `/script?at=${at}` : `/static/${at}`));
    const job = await waitForJob((await createBatch({ urls })).id);
    expect(job).toMatchObject({ status: 'completed', completed: 12 });
    expect(job.data.map(({ metadata }) => metadata.engine)).toEqual(
      urls.map((url) => (url.includes('script') ? 'browser' : 'http')),
    );
  });
});
