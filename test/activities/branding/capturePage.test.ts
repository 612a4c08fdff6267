import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { noChromium } from '../egress/testBrowser.ts';
import { type BrandAnalyzer, createBrandAnalyzer } from './support/analyzer.ts';
import { serve } from './support/staticSite.ts';

const brand =
  '<style>body{background:#fff;color:#222}.go{background:#1769aa;color:#fff;padding:12px 24px;border:0}</style><h1>Hello there</h1><p>Some words to read.</p><button class="go">Get started</button>';

describe.skipIf(noChromium)('capturing a page', () => {
  let analyzer: BrandAnalyzer;
  beforeAll(async () => {
    analyzer = await createBrandAnalyzer();
  });
  afterAll(() => analyzer?.close());

  async function page(body: string | RequestListener): Promise<string> {
    const listener: RequestListener = (_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<!doctype html><title>Page</title><body>${body}`);
    };
    const site = await serve(typeof body === 'string' ? listener : body);
    onTestFinished(site.close);
    return `${site.url}/`;
  }
  const primaryOf = async (body: string | RequestListener) =>
    (await analyzer.analyze(await page(body))).profile.colors?.primary;
  const failureOf = async (body: string | RequestListener) =>
    analyzer.analyze(await page(body)).then(
      () => 'an answer',
      (error) => error.kind ?? error,
    );

  it('works while the page never stops making requests', async () => {
    const polling: RequestListener = (request, response) => {
      if (request.url?.startsWith('/poll')) return;
      response.setHeader('content-type', 'text/html');
      response.end(`${brand}<script>setInterval(() => fetch('/poll?' + Math.random()), 50)</script>`);
    };
    expect(await primaryOf(polling)).toBe('#1769aa');
  });

  it('works while the page opens dialogs', async () => {
    const dialogs =
      '<script>alert(1);confirm(2);prompt(3);setInterval(() => alert(4), 20);addEventListener("beforeunload", (e) => { e.preventDefault(); e.returnValue = "stay" })</script>';
    expect(await primaryOf(brand + dialogs)).toBe('#1769aa');
  });

  it('works while the page grows without end', async () => {
    const grow =
      '<script>setInterval(() => { for (let i = 0; i < 200; i++) document.body.append(Object.assign(document.createElement("div"), { textContent: "more", style: "background:#f0f" })) }, 10)</script>';
    expect(await primaryOf(brand + grow)).toBe('#1769aa');
  });

  it('works on a page with 50,000 elements, with evidence of bounded size', async () => {
    const { evidence, profile } = await analyzer.analyze(
      await page(brand + '<div class="x"><span>word</span></div>'.repeat(25_000)),
    );
    expect(evidence.elements.total).toBeGreaterThan(50_000);
    expect(JSON.stringify(evidence).length).toBeLessThan(200_000);
    expect(profile.colors?.primary).toBe('#1769aa');
  });

  it('works on a page with 8 MB of CSS', async () => {
    const css: RequestListener = (request, response) => {
      const sheet = request.url?.endsWith('.css') === true;
      response.setHeader('content-type', sheet ? 'text/css' : 'text/html');
      if (!sheet) return void response.end(`<link rel="stylesheet" href="/big.css">${brand}`);
      const rules = Array.from(
        { length: 1_000 },
        (_, at) => `.a${at}{color:#${String(at).padStart(6, '0')};--v${at}:1px}`,
      ).join('');
      for (let sent = 0; sent < 8 * 2 ** 20; sent += rules.length) response.write(rules);
      response.end();
    };
    expect(await primaryOf(css)).toBe('#1769aa');
  });

  it('is not affected by prototypes that the page has changed', async () => {
    const lies = `<script>
      Element.prototype.getBoundingClientRect = () => { throw new Error('no') };
      window.getComputedStyle = () => ({});
      JSON.stringify = () => '{"colors":{"primary":"#ff0000"}}';
      Array.prototype.map = Array.prototype.push = () => { throw new Error('no') };
      Object.defineProperty(Document.prototype, 'title', { get() { throw new Error('no') } });
      Map = Set = URL = undefined;</script>`;
    expect(await primaryOf(brand + lies)).toBe('#1769aa');
  });

  it('is not affected by DOM clobbering', async () => {
    const clobbered =
      '<img name="body"><img name="title"><img name="documentElement"><img name="querySelectorAll"><form><input name="attributes"><input name="children"><input name="localName"><input name="classList"><input name="shadowRoot"><button class="go">Sign up</button></form>';
    expect(await primaryOf(brand + clobbered)).toBe('#1769aa');
  });

  it('stops a script that runs forever', async () => {
    const busy = '<script>setTimeout(() => { for (;;); }, 700)</script>';
    expect(['#1769aa', 'PageTimedOut']).toContain(await primaryOf(brand + busy).catch((error) => error.kind));
  });

  it('reads the loaded part of a page whose script never lets it finish', async () => {
    const { profile, warning } = await analyzer.analyze(await page(`${brand}<script>for (;;);</script>`), 12_000);
    expect(profile.colors?.primary).toBe('#1769aa');
    expect(warning).toMatch(/not finished loading/);
  });

  it('follows a page that navigates while it is read', async () => {
    const moving: RequestListener = (request, response) => {
      response.setHeader('content-type', 'text/html');
      const step = Number(new URL(request.url ?? '/', 'http://x').searchParams.get('n') ?? 0);
      response.end(
        `${brand}${step < 6 ? `<script>setTimeout(() => location.href = '/?n=${step + 1}', 250)</script>` : ''}`,
      );
    };
    expect(await primaryOf(moving)).toBe('#1769aa');
  });

  it('works on a page nested 5,000 levels deep', async () => {
    expect(await primaryOf(`${brand}${'<div>'.repeat(5_000)}deep`)).toBe('#1769aa');
  });

  it('gives a background but no primary color for an empty page', async () => {
    const { profile } = await analyzer.analyze(await page(''));
    expect(profile).toMatchObject({ colorScheme: 'light', colors: { background: '#ffffff' } });
    expect(profile.colors).not.toHaveProperty('primary');
  });

  it.each([
    [
      'a status of 404',
      'PageRefused',
      (_, response) => void response.writeHead(404, { 'content-type': 'text/html' }).end('gone'),
    ],
    [
      'a picture',
      'PageNotText',
      (_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end('x'),
    ],
    [
      'JSON',
      'PageNotText',
      (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    ],
    [
      'a download',
      'PageNotText',
      (_, response) =>
        void response
          .writeHead(200, { 'content-type': 'application/zip', 'content-disposition': 'attachment; filename=a.zip' })
          .end('x'),
    ],
    ['a redirect loop', 'PageUnreachable', (_, response) => void response.writeHead(302, { location: '/again' }).end()],
    ['a closed connection', 'PageUnreachable', (_, response) => void response.destroy()],
  ] satisfies [string, string, RequestListener][])('of %s fails with %s', async (_what, kind, listener) => {
    expect(await failureOf(listener)).toBe(kind);
  });

  it('fails within its timeout if the site never answers', async () => {
    const url = await page(() => {});
    await expect(analyzer.analyze(url, 4_000)).rejects.toMatchObject({ kind: 'PageTimedOut' });
  });

  it('ends when it is aborted, and frees its place in the browser pool', async () => {
    const stop = new AbortController();
    let onRequest = () => {};
    const arrived = new Promise<void>((resolve) => {
      onRequest = resolve;
    });
    const capture = analyzer.capturePage({
      url: await page(() => onRequest()),
      timeoutMs: 30_000,
      signal: stop.signal,
    });
    await arrived;
    stop.abort(new Error('gone'));
    await expect(capture).rejects.toThrow('gone');
    expect(await primaryOf(brand)).toBe('#1769aa');
  });

  it('is refused for private addresses', async () => {
    await expect(analyzer.analyze('http://10.0.0.1/')).rejects.toMatchObject({ kind: 'BlockedAddress' });
  });
});
