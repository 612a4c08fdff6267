import { describe, expect, it } from 'vitest';
import { loadGuides } from '../../../gateway/dashboard/guides/guide.ts';
import { guideHtml } from '../../../gateway/dashboard/guides/guideHtml.ts';
import { createSearch } from '../../../gateway/dashboard/guides/search.ts';

const addresses = { api: 'https://read.example', images: 'https://img.example' };
const guides = loadGuides(addresses);
const search = createSearch(guides.all);

describe('a guide', () => {
  it('names the addresses of this deployment', () => {
    const text = guides.all.map(({ markdown }) => markdown).join('');
    expect(text).toContain('https://img.example/github.com?token=pk_…');
    expect(text).not.toContain('http://localhost:300');
  });

  it('links to the pages of other guides, and to headings by the anchors of GitHub', () => {
    const { html, headings } = guideHtml(
      '## What *is* `v1`?\n\n[There](webhooks.md#twice-is-possible), [all](README.md)',
    );
    expect(html).toContain('<h2 id="what-is-v1">');
    expect(html).toContain('<a href="/docs/webhooks#twice-is-possible">There</a>, <a href="/docs">all</a>');
    expect(headings).toHaveLength(1);
  });

  it('has code as it was written', () => {
    const { html } = guideHtml('```html\n<b title="x">&amp;</b>\n```');
    expect(html).toContain('&lt;b title="x"&gt;&amp;amp;&lt;/b&gt;');
    expect(html).toContain('data-language="xml"');
  });
});

describe('the search of the guides', () => {
  it('finds sections with all words, the best one first', () => {
    const [first] = search('idempotency key');
    expect(first).toMatchObject({ href: '/docs/errors-and-retries#idempotency-keys', heading: 'Idempotency keys' });
  });

  it('finds nothing for a word that is nowhere, and for no word', () => {
    expect(search('idempotency nowheretobefound')).toEqual([]);
    expect(search(' !? ')).toEqual([]);
  });

  it('takes a comment of a shell example for no heading', () => {
    const titles = search('sh').map(({ heading }) => heading);
    expect(titles.every((title) => !title.startsWith('#'))).toBe(true);
  });
});
