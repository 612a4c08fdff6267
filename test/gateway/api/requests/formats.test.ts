import { describe, expect, it } from 'vitest';
import { checkRequest } from '../../../../gateway/api/requests/checkRequest.ts';

function check(formats: unknown) {
  const text = JSON.stringify({ url: 'https://example.com/', formats });
  return checkRequest({ kind: 'scrape', body: text, withDigest: false });
}

describe('the formats of a request', () => {
  it('are names or objects, and come out in one spelling', () => {
    expect(
      check([
        'markdown',
        { type: 'links' },
        { type: 'json', schema: { type: 'object' }, prompt: 'the price' },
        { type: 'attributes', selectors: [{ selector: 'a', attribute: 'href' }] },
        { type: 'screenshot', fullPage: false, quality: 70, viewport: { width: 800, height: 600 } },
      ]),
    ).toMatchObject({
      request: {
        formats: ['markdown', 'links', 'json', 'attributes', 'screenshot'],
        formatOptions: {
          json: { schema: '{"type":"object"}', prompt: 'the price' },
          attributes: { selectors: [{ selector: 'a', attribute: 'href' }] },
          screenshot: { fullPage: false, quality: 70, viewport: { width: 800, height: 600 } },
        },
      },
    });
  });

  it('are markdown, html and links if none are named', () => {
    expect(check(undefined)).toMatchObject({ request: { formats: ['markdown', 'html', 'links'] } });
  });

  it.each([
    [['pdf'], '`formats[0]` must be one of markdown,'],
    [[{ type: 'pdf' }], '`formats[0].type` must be one of markdown,'],
    [['markdown', { type: 'markdown' }], 'markdown is asked for twice'],
    [['json'], 'json needs a schema, a prompt or both'],
    [[{ type: 'json', schema: { type: 'nonsense' } }], '`schema'],
    [['attributes'], 'attributes need selectors'],
    [[{ type: 'attributes', selectors: [{ selector: 'a' }] }], '`formats[0].selectors[0].attribute` is required'],
    [[{ type: 'screenshot', quality: 'high' }], '`formats[0].quality` must be a whole number'],
    [[{ type: 'screenshot', quality: 70, format: 'png' }], 'a jpeg or a webp'],
    [[{ type: 'screenshot', depth: 1 }], 'Unknown field `formats[0].depth`'],
  ])('are refused as %j with a sentence that says why', (formats, problem) => {
    expect(check(formats)).toEqual({ problem: expect.stringContaining(problem) });
  });
});
