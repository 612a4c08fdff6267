import { describe, expect, it } from 'vitest';
import { markdownOf } from '../pages/pageOf.ts';
import { html, siteWithPage, siteWithPages } from './browserPages.ts';
import { failureOf, mapping, type Site, site } from './sites.ts';
import { browser, noChromium, sharedBrowser } from './testBrowser.ts';

/** Defines an element whose shadow root has this content. */
function define(name: string, content: string, init = "{ mode: 'open' }"): string {
  return `<script>customElements.define('${name}', class extends HTMLElement {
    constructor() { super(); this.attachShadow(${init}).innerHTML = ${JSON.stringify(content)}; }
  })</script>`;
}

describe.skipIf(noChromium)(`what a page displays${noChromium ? ' (skipped: no Chromium)' : ''}`, () => {
  const { render } = sharedBrowser();

  async function read({ url }: Pick<Site, 'url'>): Promise<string> {
    return markdownOf((await render({ url })).html);
  }

  it('has the text of open shadow roots, with the children of their hosts in the slots', async () => {
    const card =
      '<style>p { color: red }</style><h2><slot name="title"></slot></h2><p>By <slot name="by">unknown</slot></p><slot></slot>';
    const page = `<x-card><p>Body</p><b slot="title">Title</b><i slot="none">nowhere</i></x-card>after${define('x-card', card)}`;
    expect(await read(await siteWithPage(page))).toBe('## Title\n\nBy unknown\n\nBody\n\nafter');
  });

  it('has the text of closed shadow roots, which stay closed for the scripts of the page', async () => {
    const page = `<x-a></x-a><div id="b"></div><p id="seen"></p>${define('x-a', '<p>element</p>', "{ mode: 'closed' }")}
        <script>
          const b = document.getElementById('b');
          const root = b.attachShadow({ mode: 'closed' });
          root.innerHTML = '<p>box</p>';
          seen.textContent = [b.shadowRoot, root.mode, /native code/.test(b.attachShadow)].join(' ');
        </script>`;
    expect(await read(await siteWithPage(page))).toBe('element\n\nbox\n\nclosed true');
  });

  it('has the text of shadow roots that the server has sent, and of roots within roots', async () => {
    const page = `<x-a><template shadowrootmode="open"><p>declared</p><x-b></x-b></template></x-a>${define('x-b', '<p>inner</p>')}`;
    expect(await read(await siteWithPage(page))).toBe('declared\n\ninner');
  });

  it('has what scripts have assigned to a slot', async () => {
    const page = `<x-a><i>one</i><b>two</b></x-a>${define('x-a', '<slot></slot>', "{ mode: 'open', slotAssignment: 'manual' }")}
        <script>const a = document.querySelector('x-a'); a.shadowRoot.querySelector('slot').assign(a.querySelector('b'))</script>`;
    expect(await read(await siteWithPage(page))).toBe('**two**');
  });

  it('has the frames of its own site in their places, and no others', async () => {
    const served = await siteWithPages({
      '/': html(
        '<p>before</p><iframe src="/docs/frame"></iframe><p>between</p><iframe src="http://help.site.test/help"></iframe><iframe src="http://other.test/other"></iframe><iframe srcdoc="<p>written</p>"></iframe><iframe src="/docs/frame" width="1" height="1"></iframe><p>after</p>',
      ),
      '/docs/frame': html('<p>In a <a href="next">frame</a></p><iframe src="/inner"></iframe>'),
      '/inner': html('<p>frame in a frame</p>'),
      '/help': html('<p>subdomain</p>'),
      '/other': html('<p>another site</p>'),
    });
    const rules = mapping(`site.test=${served.url},other.test=${served.url}`);
    const { render } = await browser({ rules });
    expect(await markdownOf((await render({ url: 'http://site.test/' })).html)).toBe(
      'before\n\nIn a [frame](http://site.test/docs/next)\n\nframe in a frame\n\nbetween\n\nsubdomain\n\nwritten\n\nafter',
    );
  });

  it('has what appears when a reader scrolls, and is at its top again afterwards', async () => {
    const served = await siteWithPages({
      '/': html(`<main>${'<p style="height: 900px">part</p>'.repeat(6)}</main><div id="more"></div><script>
          new IntersectionObserver(([seen]) => {
            if (seen.isIntersecting) fetch('/more').then((answer) => answer.text()).then((text) => more.textContent = text);
          }).observe(more);
          window.addEventListener('scroll', () => document.title = 'at ' + scrollY);
        </script>`),
      '/more': { 'content-type': 'text/plain', body: 'loaded on sight' },
    });
    // For the event that reports the way back to the top.
    const { html: source } = await render({ url: served.url, waitForMs: 1_000 });
    expect(await markdownOf(source)).toContain('loaded on sight');
    expect(source).toContain('<title>at 0</title>');
  });

  it('has what appears when a reader scrolls, however long it took to load', async () => {
    const { url } = await site((request, response) => {
      if (request.url === '/late.js') return setTimeout(() => response.end(''), 3_000);
      return response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<main>${'<p style="height: 900px">part</p>'.repeat(6)}</main><p id="more"></p><script async src="/late.js"></script>
          <script>new IntersectionObserver(([seen]) => { if (seen.isIntersecting) more.textContent = 'on sight' }).observe(more)</script>`);
    });
    expect(await markdownOf((await render({ url, waitForMs: 1_000 })).html)).toContain('on sight');
  });

  it('has what appears when a reader scrolls, although one of its requests never ends', async () => {
    const { url } = await site((request, response) => {
      if (request.url === '/endless') return;
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<main>${'<p style="height: 900px">part</p>'.repeat(6)}</main><p id="more"></p>
          <script>fetch('/endless'); new IntersectionObserver(([seen]) => { if (seen.isIntersecting) more.textContent = 'on sight' }).observe(more)</script>`);
    });
    expect(await markdownOf((await render({ url })).html)).toContain('on sight');
  });

  it('has what appears when a reader scrolls an element in place of the page', async () => {
    const page = `<body style="margin: 0"><div id="box" style="height: 100vh; overflow: auto"><div style="height: 4000px">top</div><p id="end"></p></div>
        <script>box.onscroll = () => { if (box.scrollTop > 2500) end.textContent = 'bottom'; }</script>`;
    expect(await read(await siteWithPage(page))).toBe('top\n\nbottom');
  });

  it('is cut off where a page grows without end', async () => {
    const served = await siteWithPage(`<p>first</p><script>
        const grow = () => { const part = document.createElement('p'); part.style.height = '2000px'; part.textContent = 'part'; document.body.append(part); };
        grow();
        addEventListener('scroll', grow);
      </script>`);
    const parts = (await read(served)).match(/part/g) ?? [];
    expect(parts.length).toBeGreaterThan(3);
    expect(parts.length).toBeLessThan(100);
  });

  it('is read although the page has replaced every function and clobbered its document', async () => {
    const page = `<form><input name="attributes"><input name="childNodes"><input name="shadowRoot">in a form</form>
        <img name="documentElement"><img name="createTreeWalker"><img name="doctype"><x-a></x-a>${define('x-a', '<p>shadow</p>')}
        <script>
          const lie = () => { throw new Error('replaced'); };
          for (const type of [Node, Element, HTMLElement, Text, Array, Map, Set, String])
            for (const name of Object.getOwnPropertyNames(type.prototype))
              if (name !== 'textContent') try { Object.defineProperty(type.prototype, name, { get: lie, configurable: false }); } catch {}
          window.scrollTo = window.scrollBy = window.requestAnimationFrame = lie;
        </script>`;
    const { url } = await siteWithPage(page);
    expect(await markdownOf((await render({ url })).html)).toBe('in a form\n\nshadow');
  });

  it('is refused if its shadow trees are larger than a page may be', async () => {
    const { url } = await siteWithPage(`<x-a></x-a>${define('x-a', '')}<script>
        const root = document.querySelector('x-a').shadowRoot;
        for (let at = 0; at < 200; at++) root.append('x'.repeat(10_000), document.createElement('br'));
      </script>`);
    expect(await failureOf(render({ url, maxBytes: 1_000_000 }))).toMatch(/^PageTooLarge/);
  });

  it('has no more than twenty of a hundred frames', async () => {
    const served = await siteWithPages({
      '/': html(`<p>page</p>${'<iframe src="/frame"></iframe>'.repeat(100)}`),
      '/frame': html('<p>frame</p>'),
    });
    const markdown = await read(served);
    expect(markdown).toMatch(/^page/);
    expect(markdown.match(/frame/g)?.length ?? 0).toBeLessThanOrEqual(20);
  });

  it('is read at any depth of shadow roots', async () => {
    const page = `<div id="top"></div><script>
        let at = document.getElementById('top');
        for (let depth = 0; depth < 2_000; depth++) {
          at.attachShadow({ mode: 'open' }).innerHTML = '<div></div>';
          at = at.shadowRoot.firstChild;
        }
        at.textContent = 'deepest';
      </script>`;
    expect(await read(await siteWithPage(page))).toContain('deepest');
  });
});
