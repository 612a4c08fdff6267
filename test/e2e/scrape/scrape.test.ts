import { describe, expect, it } from 'vitest';
import { call } from '../../support/client.ts';
import { site } from '../../support/fixtureSite.ts';

interface Scraped {
  success: boolean;
  data: { url: string; markdown: string; html: string; links: string[]; metadata: Record<string, unknown> };
}

describe('POST /v1/scrape', () => {
  it('returns the page as markdown, HTML and links, with its metadata', async () => {
    const { status, body, headers } = await call<Scraped>('/v1/scrape', { body: { url: site('/lighthouse') } });
    expect(status).toBe(200);
    expect(body.success).toBe(true);
    expect(body.data.url).toBe('http://site.example/lighthouse');
    expect(body.data.markdown).toContain('counted ships');
    expect(body.data.markdown).not.toContain('Imprint');
    expect(body.data.html).toContain('<p>');
    expect(body.data.links).toEqual([
      'http://site.example/',
      'http://site.example/about',
      'http://site.example/next?page=2',
    ]);
    expect(body.data.metadata).toMatchObject({
      title: '/lighthouse',
      description: 'All about /lighthouse',
      language: 'en',
      sourceURL: 'http://site.example/lighthouse',
      statusCode: 200,
      engine: 'http',
    });
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{8,}$/);
  });

  it('returns only the requested formats', async () => {
    const { body } = await call<Scraped>('/v1/scrape', { body: { url: site('/a'), formats: ['links'] } });
    expect(Object.keys(body.data).sort()).toEqual(['links', 'metadata', 'url']);
  });

  it('keeps navigation and footer when onlyMainContent is false', async () => {
    const { body } = await call<Scraped>('/v1/scrape', { body: { url: site('/b'), onlyMainContent: false } });
    expect(body.data.markdown).toContain('Imprint');
  });

  it('returns a page of 3 MB in full', async () => {
    const { status, body } = await call<Scraped>('/v1/scrape', { body: { url: site('/large?kb=3000') } });
    expect(status).toBe(200);
    expect(body.data.markdown.length).toBeGreaterThan(2_900_000);
  });

  it('follows a redirect and returns the final URL', async () => {
    const { body } = await call<Scraped>('/v1/scrape', { body: { url: site('/away?to=/found') } });
    expect(body.data.metadata).toMatchObject({ sourceURL: site('/away?to=/found'), url: site('/found') });
  });
});
