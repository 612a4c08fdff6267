import { describe, expect, it } from 'vitest';
import { itemOf, maxMetadataLength } from '../../../activities/pages/item.ts';

const url = 'http://site.example/';
const reading = { url, statusCode: 200, engine: 'http' as const };

describe('the metadata of a page', () => {
  it('is cut where a text is longer than any use of it', () => {
    const { metadata } = itemOf(url, { metadata: { title: 'x'.repeat(3_000_000), author: 'A. Writer' } }, reading);
    expect(metadata.title).toHaveLength(maxMetadataLength);
    expect(metadata.title?.endsWith('x…')).toBe(true);
    expect(metadata.author).toBe('A. Writer');
  });

  it('leaves a URL out that is too long, rather than half of it', () => {
    const ogImage = `data:image/png;base64,${'A'.repeat(100_000)}`;
    const { metadata } = itemOf(url, { metadata: { ogImage, canonical: `${url}a` } }, reading);
    expect(metadata).not.toHaveProperty('ogImage');
    expect(metadata.canonical).toBe(`${url}a`);
  });
});
