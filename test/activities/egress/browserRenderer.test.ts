import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { html, siteWithPages } from './browserPages.ts';
import { listen, mapping, site } from './sites.ts';
import { browser, noChromium, sharedBrowser } from './testBrowser.ts';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe.skipIf(noChromium)(`browser renderer${noChromium ? ' (skipped: no Chromium)' : ''}`, () => {
  const { render } = sharedBrowser();

  it('returns the HTML after the scripts of a page have run', async () => {
    const { url } = await siteWithPages({
      '/': html('<title>App</title><div id="app">Loading</div><script src="/app.js"></script>'),
      '/app.js': {
        'content-type': 'text/javascript',
        body: 'fetch("/data").then(r => r.text()).then(t => { document.querySelector("#app").textContent = t })',
      },
      '/data': { 'content-type': 'text/plain', body: 'from the script' },
    });
    const page = await render({ url: `${url}/#part` });
    expect(page).toMatchObject({ url: `${url}/`, status: 200, contentType: 'text/html; charset=utf-8' });
    expect(page.html).toContain('<div id="app">from the script</div>');
    expect(page.screenshot).toBeUndefined();
  });

  it('renders mapped hosts over https with their subresources and secure cookies', async () => {
    const { url, requests } = await site((request, response) => {
      const { host } = request.headers;
      if (request.url === '/') response.setHeader('set-cookie', 'id=1; Secure; HttpOnly');
      response.setHeader('access-control-allow-origin', '*');
      response.setHeader('content-type', request.url === '/' ? 'text/html' : 'text/javascript');
      if (request.url === '/')
        response.end('<p></p><script src="https://cdn.shop.test/a.js"></script><script src="/b.js"></script>');
      else response.end(`document.querySelector('p').append('${host}${request.url} ')`);
    });
    const { render } = await browser({ rules: mapping(`shop.test=${url}`) });
    const page = await render({ url: 'https://shop.test/' });
    expect(page.url).toBe('https://shop.test/');
    expect(page.html).toContain('<p>cdn.shop.test/a.js shop.test/b.js </p>');
    expect(requests.find((request) => request.url === '/b.js')?.headers.cookie).toBe('id=1');
  });

  it('connects the WebSockets of mapped hosts to their server', async () => {
    const socket =
      '<p></p><script>new WebSocket("wss://shop.test/talk").onmessage = e => { document.querySelector("p").append(e.data); document.body.id = "got" }</script>';
    const server = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(socket));
    server.on('upgrade', ({ headers }, connection) => {
      const key = `${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
      const accept = createHash('sha1').update(key).digest('base64');
      connection.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
      );
      connection.write(Buffer.from([0x81, 5, ...Buffer.from('hello')]));
    });
    const port = await listen(server);
    const { render } = await browser({ rules: mapping(`shop.test=http://127.0.0.1:${port}`) });
    const page = await render({ url: 'https://shop.test/', actions: [{ type: 'wait', selector: '#got' }] });
    expect(page.html).toContain('<p>hello</p>');
  });

  it('returns error statuses instead of throwing', async () => {
    const { url } = await site((_, response) =>
      response.writeHead(503, { 'retry-after': '7', 'content-type': 'text/html' }).end('busy'),
    );
    expect(await render({ url })).toMatchObject({ status: 503, headers: { 'retry-after': '7' } });
  });

  it('follows redirects by status, script and meta refresh', async () => {
    const { url } = await site((request, response) => {
      if (request.url === '/') return response.writeHead(302, { location: '/script' }).end();
      response.setHeader('content-type', 'text/html');
      if (request.url === '/script') return response.end('<script>location.href = "/meta"</script>');
      if (request.url === '/meta') return response.end('<meta http-equiv="refresh" content="0; url=/end">');
      return response.writeHead(201).end('the end');
    });
    const page = await render({ url, waitForMs: 2_000 });
    expect(page).toMatchObject({ url: `${url}/end`, status: 201 });
    expect(page.html).toContain('the end');
  });

  it('waits for waitForMs after the page looks finished', async () => {
    const appendsAfter = (ms: number) =>
      html(`<script>setTimeout(() => document.body.append("late"), ${ms})</script><p>early</p>`);
    const { url } = await siteWithPages({ '/soon': appendsAfter(1_500), '/much-later': appendsAfter(60_000) });
    expect((await render({ url: `${url}/much-later` })).html).not.toMatch(/late<\/body>/);
    expect((await render({ url: `${url}/soon`, waitForMs: 5_000 })).html).toMatch(/late<\/body>/);
  });

  it('returns a page that never stops loading', async () => {
    const { url } = await site((request, response) => {
      if (request.url === '/')
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end('<p>there</p><script async src="/slow.js"></script>');
    });
    expect((await render({ url, timeoutMs: 10_000 })).html).toContain('there');
  });

  it('takes a screenshot of the whole page, and loads images only for that', async () => {
    const { url, requests } = await siteWithPages({
      '/': html('<body style="background: url(/back.png); height: 3000px"><img src="/a.png">'),
      '/a.png': { 'content-type': 'image/png', body: pixel },
      '/back.png': { 'content-type': 'image/png', body: pixel },
    });
    await render({ url });
    expect(requests.map((request) => request.url)).not.toContain('/a.png');
    const png = (await render({ url, screenshot: {} })).screenshot?.bytes;
    expect(requests.map((request) => request.url)).toEqual(expect.arrayContaining(['/a.png', '/back.png']));
    expect(png?.subarray(1, 4).toString()).toBe('PNG');
    // A PNG's header contains its width and height.
    expect([png?.readUInt32BE(16), png?.readUInt32BE(20)]).toEqual([1_280, expect.closeTo(3_000, -2)]);
  });

  it('emulates a phone if `mobile` is set', async () => {
    const { url } = await siteWithPages({
      '/': html(
        '<meta name="viewport" content="width=device-width"><script>document.write(innerWidth + " " + navigator.userAgent)</script>',
      ),
    });
    expect((await render({ url, mobile: true })).html).toMatch(/393 Mozilla.*Android.*Mobile/);
    expect((await render({ url })).html).toMatch(/1280 Mozilla(?!.*(Mobile|Headless))/);
  });

  it.each([false, true])(
    'shows its scripts the same screen whether or not somebody looks at it (mobile: %s)',
    async (mobile) => {
      const { url } = await siteWithPages({
        '/': html(`<meta name="viewport" content="width=device-width"><p id="seen">${'a line of text '.repeat(200)}</p><script>
        addEventListener('load', () => {
          const { width, height } = seen.getBoundingClientRect();
          const { scale, width: shown } = visualViewport;
          seen.textContent = [devicePixelRatio, innerWidth, innerHeight, outerWidth, screen.width, screen.height, width,
            height, scale, shown, matchMedia('(min-resolution: 1dppx)').matches].join();
        });
      </script>`),
      });
      const screenOf = ({ html: source }: { html: string }) => /<p id="seen">(.*?)<\/p>/.exec(source)?.[1];
      const looked = screenOf(await render({ url, mobile, screenshot: {} }));
      expect(looked).toMatch(mobile ? /^2,393,852,/ : /^1,1280,800,/);
      expect(screenOf(await render({ url, mobile }))).toBe(looked);
    },
  );

  it("sends the caller's headers to the page's own origin only", async () => {
    const { url, requests } = await siteWithPages({
      '/': html('<script src="/own.js"></script><script src="http://other.test/other.js"></script>'),
    });
    const { render } = await browser({ rules: mapping(`other.test=${url}`) });
    await render({ url, headers: { Authorization: 'Bearer x', 'User-Agent': 'Own/1' } });
    const seen = Object.fromEntries(requests.map((request) => [request.url, request.headers]));
    expect(seen['/']).toMatchObject({ authorization: 'Bearer x', 'user-agent': 'Own/1' });
    expect(seen['/own.js']).toMatchObject({ authorization: 'Bearer x' });
    expect(seen['/other.js']).toMatchObject({ 'user-agent': 'Own/1' });
    expect(seen['/other.js']).not.toHaveProperty('authorization');
  });

  it('shares no cookies between pages', async () => {
    const { url, requests } = await site((_, response) =>
      response.writeHead(200, { 'set-cookie': 'id=1', 'content-type': 'text/html' }).end('x'),
    );
    await render({ url: `${url}/a` });
    await render({ url: `${url}/b` });
    expect(requests.find((request) => request.url === '/b')?.headers.cookie).toBeUndefined();
  });
});
