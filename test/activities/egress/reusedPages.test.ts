import { describe, expect, it } from 'vitest';
import { pageOptions } from './browserPages.ts';
import { mapping, site } from './sites.ts';
import { browser, noChromium } from './testBrowser.ts';

/** Prints what it finds of earlier documents, and then leaves behind whatever a document can, also while it is left. */
const hoarder = `<p id="found"></p><script>
  (async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    const files = [];
    for await (const name of (await navigator.storage.getDirectory?.())?.keys() ?? []) files.push(name);
    found.textContent = JSON.stringify({
      cookie: document.cookie, local: { ...localStorage }, session: { ...sessionStorage }, name: window.name,
      databases, caches: await caches.keys(), files, back: history.length > 2, referrer: document.referrer,
    });
    function hoard() {
      document.cookie = 'seen=1; path=/; max-age=9999';
      localStorage.seen = sessionStorage.seen = window.name = 'seen';
    }
    hoard();
    addEventListener('pagehide', hoard);
    addEventListener('unload', hoard);
    addEventListener('beforeunload', (event) => { hoard(); event.preventDefault(); });
    indexedDB.open('seen', 1);
    await caches.open('seen');
    await (await navigator.storage.getDirectory?.())?.getFileHandle('seen', { create: true });
    for (let at = 0; at < 5; at++) history.pushState({}, '', '?' + at);
  })();
</script><script src="/cached.js"></script>`;
const nothing = {
  cookie: '',
  local: {},
  session: {},
  name: '',
  databases: [],
  caches: [],
  files: [],
  back: false,
  referrer: '',
};

/** For names with https, which some kinds of storage need. */
function rulesFor(url: string) {
  return mapping(`site.test=${url},other.test=${url}`);
}

/** Enough for a busy machine to come back to a page that waits to be used again. */
const patience = { leaveTimeoutMs: 60_000, idleTimeoutMs: 60_000 };

function hoarderSite() {
  return site((request, response) => {
    response.setHeader('cache-control', 'max-age=9999');
    if (request.url === '/cached.js') return response.writeHead(200, { 'content-type': 'text/javascript' }).end();
    response.setHeader('set-cookie', ['own=1; HttpOnly; Max-Age=9999', 'site=1; HttpOnly; Domain=site.test']);
    return response.writeHead(200, { 'content-type': 'text/html' }).end(hoarder);
  });
}

function foundIn(source: string): unknown {
  return JSON.parse(/<p id="found">(.*?)<\/p>/.exec(source)?.[1] ?? '');
}

describe.skipIf(noChromium)('a page that is used again', () => {
  it('finds nothing of the document before it', async () => {
    const { url, requests } = await hoarderSite();
    const { render } = await browser({ rules: rulesFor(url), concurrency: 1, ...patience });
    for (let time = 0; time < 3; time += 1) {
      const page = await render({ url: 'https://site.test/', owner: 'one', waitForMs: 2_000 });
      expect(foundIn(page.html)).toEqual(nothing);
    }
    const documents = requests.filter((request) => request.url === '/');
    expect(documents.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined, undefined]);
  });

  it('requests every document, but not again what its site lets it cache', async () => {
    const { url, requests } = await hoarderSite();
    const { render } = await browser({ rules: rulesFor(url), concurrency: 1, ...patience });
    for (let time = 0; time < 3; time += 1) await render({ url: 'https://site.test/', owner: 'one' });
    await render({ url: 'https://site.test/', owner: 'two' });
    // Chromium asks for the icon of its tab as well; the headless shell has no tabs.
    const asked = requests.map((request) => request.url).filter((path) => path !== '/favicon.ico');
    expect(asked).toEqual(['/', '/cached.js', '/', '/', '/', '/cached.js']);
  });

  it('is of the same owner, the same origin, and without headers of the caller', async () => {
    const { url } = await hoarderSite();
    const { pool } = await browser({ rules: rulesFor(url), ...patience });
    async function contextOf(options: Partial<typeof pageOptions> & { owner?: string; path?: string }) {
      const settings = { ...pageOptions, origin: 'https://site.test', owner: 'one', ...options };
      return pool.withPage(settings, async (page) => {
        await page.goto(`${settings.origin}${options.path ?? '/'}`);
        return page.browserContext();
      });
    }
    const first = await contextOf({});
    expect(await contextOf({})).toBe(first);
    for (const other of [
      { owner: 'two' },
      { origin: 'https://other.test' },
      { headers: { authorization: 'x' } },
      { mobile: true },
      { loadsMedia: true },
    ])
      expect(await contextOf(other)).not.toBe(first);
  });

  it.each([
    ['frame of another origin', '<iframe src="https://other.test/" onload="document.title = \'done\'"></iframe>'],
    ['popup', '<script>open("/popup"); document.title = "done"</script>'],
    ['shared worker', '<script>new SharedWorker("/worker.js").port.onmessage = () => document.title = "done"</script>'],
    [
      'service worker',
      '<script>navigator.serviceWorker.register("/worker.js").then(() => document.title = "done")</script>',
    ],
    ['document of another origin', '<script>location.href = "https://other.test/"</script>'],
  ])('has had no %s', async (_, body) => {
    const { url } = await site((request, response) => {
      const isWorker = request.url === '/worker.js';
      response.setHeader('content-type', isWorker ? 'text/javascript' : 'text/html');
      if (isWorker) return response.end('onconnect = ({ ports: [port] }) => port.postMessage("done")');
      return response.end(request.headers.host === 'site.test' ? body : '<title>done</title>');
    });
    const { pool } = await browser({ rules: rulesFor(url), ...patience });
    const settings = { ...pageOptions, origin: 'https://site.test', owner: 'one' };
    const read = () =>
      pool.withPage(settings, async (page) => {
        await page.goto('https://site.test/');
        await page.waitForFunction('document.title === "done"');
        return page.browserContext();
      });
    expect(await read()).not.toBe(await read());
  });

  it('makes room for pages of others, and is closed when nobody uses it', async () => {
    const { url } = await hoarderSite();
    const { pool } = await browser({ rules: rulesFor(url), concurrency: 2 });
    const read = (owner: string) =>
      pool.withPage({ ...pageOptions, origin: 'https://site.test', owner }, async (page) => {
        await page.goto('https://site.test/');
        return page.browser();
      });
    const chromium = await read('one');
    await Promise.all([read('two'), read('three')]);
    await read('four');
    // The default context has no pages.
    expect(chromium.browserContexts().length - 1).toBeLessThanOrEqual(2);
    await expect.poll(() => chromium.browserContexts().length).toBe(1);
  });
});
