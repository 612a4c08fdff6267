import { describe, expect, it } from 'vitest';
import { pageOf, prose } from './pageOf.ts';

async function markdown(html: string, url?: string) {
  return (await pageOf(html, url ? { url } : {})).markdown ?? '';
}
const nav =
  '<header><a href="/">Logo</a><nav><ul><li><a href="/a">Menu one</a></li><li><a href="/b">Menu two</a></li></ul></nav></header>';
const footer = '<footer><p>Imprint and terms, all rights reserved by the company that runs this site.</p></footer>';

function expectNoBoilerplate(text: string) {
  for (const word of ['Menu one', 'Imprint', 'cookies', 'Share on']) expect(text).not.toContain(word);
}

describe('the main content of an article', () => {
  const article = `<html><head><title>The bridge | The Paper</title><meta property="og:type" content="article"></head><body>${nav}
    <div id="cookie-banner"><p>We use cookies to improve your experience on this site, please accept them.</p></div>
    <div class="layout"><div class="story"><h1>The bridge</h1><div class="byline">By <a href="/ada">Ada</a>, 3 May</div>
    <div class="article-intro"><p>After ten years of waiting, the town is to have its bridge again, the mayor said.</p></div>
    <div class="article-body">${prose(4)}<ul class="share-buttons"><li><a href="https://x.example/s">Share on X</a></li></ul>
    <h2>How it is built</h2>${prose(3, 'stones')}<ul><li>first stone</li><li>second stone</li></ul>
    <p>Read also: <a href="/other">The old ferry</a></p>
    <blockquote class="twitter-tweet"><p>What a <a href="/t">#bridge</a></p></blockquote>
    <div style="display:none"><p>This is hidden from every reader of the page, and so from us too.</p></div></div>
    <section class="related"><h2>Related stories</h2><ul><li><a href="/1">Another story altogether</a></li></ul></section>
    <section id="comments"><h2>Comments</h2>${prose(2, 'comment')}</section></div>
    <aside class="sidebar"><h3>Most read</h3><ol><li><a href="/m">Most read story</a></li></ol></aside></div>${footer}</body></html>`;

  it('is its text without navigation, byline, comments and related stories', async () => {
    const text = await markdown(article);
    expectNoBoilerplate(text);
    for (const word of [
      'By [Ada]',
      'Related stories',
      'Another story',
      'about the comment',
      'Most read',
      'The old ferry',
      'hidden from',
    ])
      expect(text).not.toContain(word);
    for (const word of [
      'After ten years',
      'Paragraph 0 about the bridge',
      '## How it is built',
      'Paragraph 2 about the stones',
      '- second stone',
      '> What a',
    ])
      expect(text).toContain(word);
  });

  it('is the same in the html format', async () => {
    const { html = '' } = await pageOf(article);
    expect(html).toContain('<h2>How it is built</h2>');
    expect(html).not.toContain('Another story');
  });

  it('includes its title', async () => {
    const page = await pageOf(`<title>The bridge</title><main><h1>The bridge</h1>${prose(4)}</main>`);
    expect(page.metadata.title).toBe('The bridge');
    expect(page.markdown).toMatch(/^# The bridge\n/);
  });

  it('is found by the articleBody that the page declares', async () => {
    const body = `Rivers rise in spring. ${'Water finds its way through stone and sand, slowly and without rest. '.repeat(12)}`;
    const jsonLd = JSON.stringify({ '@type': 'NewsArticle', articleBody: body });
    const text = await markdown(
      `<script type="application/ld+json">${jsonLd}</script><div>${prose(30, 'terms of use')}</div><div class="widget"><p>${body}</p></div>`,
    );
    expect(text).toContain('Rivers rise in spring');
    expect(text).not.toContain('terms of use');
  });
});

describe('the main content of a page that is not an article', () => {
  it('keeps every section of a home page', async () => {
    const cards = ['Politics', 'Sport', 'Culture'].map(
      (name) =>
        `<section><h2>${name}</h2>${[1, 2, 3].map((n) => `<article><h3><a href="/${name}${n}">${name} headline ${n}</a></h3><p>A short teaser of story ${n}, in one sentence.</p></article>`).join('')}</section>`,
    );
    const text = await markdown(
      `<title>The Paper</title>${nav}<main><h1>Today</h1>${cards.join('')}</main>${footer}`,
      'https://paper.example/',
    );
    expectNoBoilerplate(text);
    for (const name of ['Politics', 'Sport', 'Culture'])
      expect(text).toContain(`### [${name} headline 3](https://paper.example/${name}3)`);
    expect(text).toContain('# Today');
  });

  it('keeps every entry of a listing, with its link', async () => {
    const entries = Array.from(
      { length: 12 },
      (_, n) =>
        `<article class="teaser"><h2><a href="/post/${n}">Post number ${n}</a></h2><p>${'What this post is about, told in a sentence or two. '.repeat(2)}</p></article>`,
    );
    const text = await markdown(
      `${nav}<div class="posts">${entries.join('')}</div>${footer}`,
      'https://blog.example/archive',
    );
    expectNoBoilerplate(text);
    for (let n = 0; n < 12; n++) expect(text).toContain(`[Post number ${n}](https://blog.example/post/${n})`);
  });

  it('keeps the code, tables and parameter lists of a documentation page', async () => {
    const text = await markdown(
      `${nav}<div class="docs"><nav class="toc"><a href="#install">Install</a></nav><main><h1>connect()</h1><p>Opens a connection to the server, and keeps it open.</p>
       <pre><code class="language-js">connect({ port: 1 })</code></pre><h2 id="params">Parameters</h2><table><tr><th>Name</th><th>Type</th></tr><tr><td>port</td><td>number</td></tr></table>
       <h2>See the rest</h2><ul><li><a href="/close">close()</a></li><li><a href="/send">send()</a></li></ul><h2>Notes</h2><p>Ports below 1024 need rights.</p></main></div>${footer}`,
      'https://docs.example/api/connect',
    );
    expectNoBoilerplate(text);
    for (const part of [
      'connect()',
      '```js\nconnect({ port: 1 })\n```',
      '| port | number |',
      '[close()](https://docs.example/close)',
      'Ports below 1024',
    ])
      expect(text).toContain(part);
  });

  it('keeps the name, price and details of a product', async () => {
    const jsonLd = JSON.stringify({ '@type': 'Product', name: 'Kettle' });
    const text = await markdown(
      `<script type="application/ld+json">${jsonLd}</script>${nav}<main><h1>Kettle</h1><div class="price">€ 39.90</div><ul class="specs"><li>1.7 litres</li><li>2,200 W</li></ul>
       <div class="description">${prose(2, 'kettle')}</div><dl><dt>Colour</dt><dd>Red</dd></dl></main>${footer}`,
      'https://shop.example/kettle',
    );
    expectNoBoilerplate(text);
    for (const part of ['# Kettle', '€ 39.90', '- 2,200 W', 'about the kettle', '**Colour**', 'Red'])
      expect(text).toContain(part);
  });

  it('keeps every post of a forum', async () => {
    const jsonLd = JSON.stringify({ '@type': 'DiscussionForumPosting' });
    const posts = Array.from(
      { length: 6 },
      (_, n) =>
        `<div class="comment" id="p${n}"><b>user${n}</b><div class="comment-text">${prose(1, `answer ${n}`)}</div></div>`,
    );
    const text = await markdown(
      `<script type="application/ld+json">${jsonLd}</script>${nav}<main><h1>How do I cross?</h1>${prose(1, 'question')}<div class="comments">${posts.join('')}</div></main>${footer}`,
      'https://forum.example/t/1',
    );
    expectNoBoilerplate(text);
    expect(text).toContain('# How do I cross?');
    for (let n = 0; n < 6; n++) expect(text).toContain(`about the answer ${n}`);
  });

  /** A thread as the common forum programs write it: indented, with links and a user's record around each post. */
  function thread(head = ''): string {
    const links = (...names: string[]) =>
      `<div class="menu">\n${names.map((name) => `  <a href="/${name}">${name} here</a>\n`).join('')}</div>\n`;
    const posts = ['Ada', 'Grace', 'Edsger', 'Barbara', 'Alan', 'Donald'].map(
      (name) => `<article class="message message--post">
        <div class="message-user"><h4 class="message-name"><a href="/members/${name}">${name}</a></h4>
        <dl><dt>Joined</dt> <dd>May 3, 2020</dd></dl></div>
        <div class="message-content"><div class="message-body">${name} writes: ${prose(1, `answer by ${name}`)}</div>
        <div class="message-actions"> <a href="/report">Report</a> <a href="/quote">Quote</a> </div></div></article>`,
    );
    return `<html><head><title>Crossing the river | Forum</title>${head}</head><body>
      <div class="header"><h4>All the forums</h4>\n${links('Search', 'Members', 'Calendar', 'Register')}</div>
      <ul class="breadcrumbs">${['Home', 'Bridges', 'Rivers'].map((name) => `<li>\n<a href="/">${name}</a>\n</li>`).join('')}</ul>
      <h1>Crossing the river</h1><div class="thread">${posts.join('\n')}</div>
      <div class="sidebar"><h3>Similar threads</h3>${links('Ferries', 'Tunnels', 'Fords', 'Boats')}</div>
      <div class="footer">${links('Contact', 'Terms', 'Privacy', 'Help')}</div></body></html>`;
  }

  it.each([
    ['', ''],
    [
      ' that declares its first post in JSON-LD',
      `<script type="application/ld+json">${JSON.stringify({
        '@type': 'DiscussionForumPosting',
        articleBody: 'The council met on Tuesday evening. '.repeat(20),
      })}</script>`,
    ],
  ])('keeps the posts of a thread and nothing of what is around them%s', async (_, head) => {
    const text = await markdown(thread(head), 'https://forum.example.com/threads/crossing.12/');
    for (const word of ['# Crossing the river', 'answer by Ada', 'answer by Donald']) expect(text).toContain(word);
    for (const word of ['Members here', 'Calendar here', 'Tunnels here', 'Terms here', 'Joined'])
      expect(text).not.toContain(word);
  });

  it('has a post of a thread once, also if later posts quote it', async () => {
    const question = '<p>How long does it take to cross the old bridge on foot in the morning?</p>';
    const quoting = thread().replaceAll('writes: ', `writes: <blockquote>${question}</blockquote>`);
    const text = await markdown(quoting, 'https://forum.example.com/threads/crossing.12/');
    expect(text.split('How long does it take').length - 1).toBe(1);
    expect(text).toContain('answer by Donald');
  });

  it('is the whole page if everything looks like boilerplate', async () => {
    expect(await markdown('<nav><a href="/1">One place</a> <a href="/2">Another place</a></nav>')).toContain(
      '[Another place](https://example.com/2)',
    );
  });
});

describe('a page with onlyMainContent: false', () => {
  it('keeps its navigation and footer', async () => {
    const { markdown: text } = await pageOf(`${nav}${prose(4)}${footer}`, { options: { onlyMainContent: false } });
    expect(text).toContain('[Menu one](https://example.com/a)');
    expect(text).toContain('Imprint');
  });
});
