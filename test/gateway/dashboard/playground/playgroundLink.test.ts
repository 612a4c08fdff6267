import { describe, expect, it } from 'vitest';
import { playgroundLink } from '../../../../gateway/dashboard/playground/playgroundLink.ts';

function queryOf(link: string) {
  return Object.fromEntries(
    [...new URL(link, 'http://localhost').searchParams.keys()].map((name) => [
      name,
      new URL(link, 'http://localhost').searchParams.getAll(name),
    ]),
  );
}

describe('the link that opens a request in the playground', () => {
  it('fills in the fields that the form has, and puts everything else into the other options', () => {
    const link = playgroundLink('scrape', {
      url: 'https://example.com/?a=1&b',
      formats: ['markdown', 'screenshot'],
      waitFor: 500,
      onlyMainContent: false,
      actions: [{ type: 'scroll' }],
      timeout: 9_000,
    });
    expect(link.startsWith('/playground/scrape?')).toBe(true);
    expect(queryOf(link)).toEqual({
      url: ['https://example.com/?a=1&b'],
      formats: ['markdown', 'screenshot'],
      waitFor: ['500'],
      onlyMainContent: ['false'],
      actions: [JSON.stringify([{ type: 'scroll' }], undefined, 2)],
      options: [JSON.stringify({ timeout: 9_000 }, undefined, 2)],
    });
  });

  it('keeps what a field cannot hold', () => {
    const formats = [{ type: 'json', prompt: 'the price' }];
    expect(queryOf(playgroundLink('scrape', { url: 'https://example.com', formats }))).toMatchObject({
      options: [JSON.stringify({ formats }, undefined, 2)],
    });
  });
});
