import { describe, expect, it } from 'vitest';
import { pageOptions, siteWithPage } from './browserPages.ts';
import { failureOf } from './sites.ts';
import { noChromium, sharedBrowser } from './testBrowser.ts';

describe.skipIf(noChromium)(
  `browser pool with a misbehaving page${noChromium ? ' (skipped: no Chromium)' : ''}`,
  () => {
    const { render, pool } = sharedBrowser({ concurrency: 1 });

    it.each([
      [
        'opens dialogs',
        'alert(1); confirm(2); prompt(3); onbeforeunload = () => "stay"; document.body.append("went on")',
      ],
      ['opens popups', 'for (let n = 0; n < 5; n++) open("/good#" + n); document.body.append("went on")'],
      ['starts downloads', 'location.href = "data:application/zip,PK"; document.body.append("went on")'],
      [
        'registers a service worker',
        'navigator.serviceWorker?.register("/sw.js").catch(() => {}); document.body.append("went on")',
      ],
      ['prints', 'print(); document.body.append("went on")'],
    ])('renders a page that %s', async (_, script) => {
      const { url } = await siteWithPage(`<body><script>${script}</script>`);
      expect((await render({ url })).html).toContain('went on</body>');
      await pool.withPage(pageOptions, async (own) => {
        const open = await own.browser().pages();
        expect(open.filter((one) => one !== own && one.url() !== 'about:blank')).toHaveLength(0);
      });
    });

    it('stops a page that navigates endlessly', async () => {
      const { url, requests } = await siteWithPage('<script>location.href = "/" + Math.random()</script>');
      await render({ url, timeoutMs: 20_000 }).catch(() => {});
      expect(requests.length).toBeGreaterThan(5);
      expect(requests.length).toBeLessThan(30);
    });

    it('times out on a script that hangs, and renders the next page', async () => {
      const { url } = await siteWithPage('<p>before</p><script>while (true);</script>');
      expect(await failureOf(render({ url, timeoutMs: 4_000 }))).toMatch(/^PageTimedOut: Timed out after 4 s while /);
      expect((await render({ url: `${url}/good` })).html).toContain('good');
    });

    it('times out on a script that hangs after loading, and renders the next page', async () => {
      const { url } = await siteWithPage('<p>before</p><script>setTimeout(() => { while (true); }, 100)</script>');
      expect(await failureOf(render({ url, timeoutMs: 5_000, waitForMs: 1_000 }))).toBe(
        'PageTimedOut: Timed out after 5 s while rendering the page.',
      );
      expect((await render({ url: `${url}/good` })).html).toContain('good');
    });

    it('reports a page that crashes, and renders the next page', async () => {
      const { url } = await siteWithPage('<p>x</p>');
      const crashing = pool.withPage(pageOptions, async (own) => {
        await own.goto('chrome://crash').catch(() => {});
        await new Promise(() => {});
      });
      expect(await failureOf(crashing)).toBe('PageUnreachable: The page crashed while opening the page.');
      expect((await render({ url: `${url}/good` })).html).toContain('good');
    });
  },
);
