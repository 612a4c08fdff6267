import { expect, it } from 'vitest';
import { rankBySearch } from '../../../activities/crawl/rankBySearch.ts';

const pages = [
  { url: 'https://example.com/' },
  { url: 'https://example.com/about', description: 'Our pricing is fair.' },
  { url: 'https://example.com/blog/repricing-models' },
  { url: 'https://example.com/plans', title: 'Pricing' },
  { url: 'https://example.com/pricing' },
  { url: 'https://example.com/contact' },
];

it('puts the pages that fit a search first: address, title, part of a word, description, then the rest in order', () => {
  const ranked = rankBySearch(pages, 'Pricing').map(({ url }) => new URL(url).pathname);
  expect(ranked).toEqual(['/pricing', '/plans', '/blog/repricing-models', '/about', '/', '/contact']);
});

it('adds up the words of a search', () => {
  const ranked = rankBySearch([...pages, { url: 'https://example.com/blog/pricing' }], 'blog pricing');
  expect(ranked[0]?.url).toBe('https://example.com/blog/pricing');
});

it('finds words of any script in escaped addresses', () => {
  const [first] = rankBySearch([...pages, { url: 'https://example.com/%E6%96%99%E9%87%91' }], '料金');
  expect(first?.url).toBe('https://example.com/%E6%96%99%E9%87%91');
});

it('leaves the order alone if a search has no words, or an address no valid escapes', () => {
  expect(rankBySearch(pages, ' ?! ')).toEqual(pages);
  expect(rankBySearch([{ url: 'https://example.com/%FF' }], 'a')).toHaveLength(1);
});
