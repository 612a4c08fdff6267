import http2 from 'node:http2';
import https from 'node:https';
import tls from 'node:tls';
import { expect, it } from 'vitest';
import { certificate } from './certificates.ts';
import { allLoopback, failure, fetcher, listen } from './sites.ts';

const own = await certificate('secure.test');
function trusting() {
  return fetcher({ resolve: allLoopback, ca: [own.cert] });
}

it('reads a page over TLS', async () => {
  const port = await listen(https.createServer(own, (_, response) => response.end('secret')));
  expect((await trusting().fetch({ url: `https://secure.test:${port}/` })).body.toString()).toBe('secret');
});

it('refuses a certificate that signs itself', async () => {
  const port = await listen(https.createServer(own, (_, response) => response.end('secret')));
  expect(await failure(fetcher({ resolve: allLoopback }).fetch({ url: `https://secure.test:${port}/` }))).toBe(
    "PageUnreachable: secure.test's certificate is self-signed",
  );
});

it('refuses a certificate that has expired', async () => {
  const old = await certificate('secure.test', { days: -1 });
  const port = await listen(https.createServer(old, (_, response) => response.end('secret')));
  const { fetch } = fetcher({ resolve: allLoopback, ca: [old.cert] });
  expect(await failure(fetch({ url: `https://secure.test:${port}/` }))).toBe(
    "PageUnreachable: secure.test's certificate has expired",
  );
});

it('refuses a certificate for another name', async () => {
  const port = await listen(https.createServer(own, (_, response) => response.end('secret')));
  expect(await failure(trusting().fetch({ url: `https://other.test:${port}/` }))).toBe(
    "PageUnreachable: other.test's certificate is for another name",
  );
});

it('speaks HTTP/2 where it is offered', async () => {
  const server = http2.createSecureServer({ ...own, allowHTTP1: true }, (request, response) => {
    response.setHeader('set-cookie', ['a=1', 'b=2']);
    response.end(
      `${request.httpVersion} ${request.headers[':authority'] ?? request.headers.host} ${'x'.repeat(200_000)}`,
    );
  });
  const port = await listen(server);
  const { fetch } = trusting();
  const pages = await Promise.all(Array.from({ length: 20 }, () => fetch({ url: `https://secure.test:${port}/` })));
  for (const page of pages) expect(page.body.toString()).toMatch(new RegExp(`^2.0 secure.test:${port} x{200000}$`));
});

it('follows redirects and posts over HTTP/2', async () => {
  const server = http2.createSecureServer(own, (request, response) => {
    if (request.url === '/') response.writeHead(307, { location: '/next', 'set-cookie': 'a=1' });
    request.pipe(response);
  });
  const port = await listen(server);
  const page = await trusting().fetch({ url: `https://secure.test:${port}/`, method: 'POST', body: 'order' });
  expect(page.body.toString()).toBe('order');
});

it('stops a page that never ends over HTTP/2', async () => {
  const port = await listen(
    http2.createSecureServer(own, (_, response) => {
      function more(): void {
        while (response.write('x'.repeat(64 << 10)));
      }
      response.on('drain', more);
      more();
    }),
  );
  const { fetch } = trusting();
  expect(await failure(fetch({ url: `https://secure.test:${port}/`, maxBytes: 1 << 20 }))).toBe(
    'PageTooLarge: the page is larger than 1 MiB',
  );
});

/** Chooses HTTP/2 where that is offered, and then does something else; speaks good HTTP/1.1. */
function brokenHttp2(breaks: (socket: tls.TLSSocket) => void) {
  return listen(
    tls.createServer({ ...own, ALPNProtocols: ['h2', 'http/1.1'] }, (socket) => {
      socket.on('error', () => {});
      if (socket.alpnProtocol === 'h2') socket.once('data', () => breaks(socket));
      else socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nold'));
    }),
  );
}

it.each([
  [
    'talks nonsense',
    (socket: tls.TLSSocket) => socket.write('this is not HTTP/2 at all, it is just some text\r\n\r\n'),
  ],
  ['answers in HTTP/1.1', (socket: tls.TLSSocket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nbad')],
  ['hangs up', (socket: tls.TLSSocket) => socket.destroy()],
  [
    'says goodbye',
    (socket: tls.TLSSocket) => socket.end(Buffer.from('00000004000000000000000807000000000000000000000001', 'hex')),
  ],
])('falls back to HTTP/1.1 where a site %s in HTTP/2', async (_, breaks) => {
  const port = await brokenHttp2(breaks);
  const { fetch } = trusting();
  const url = `https://secure.test:${port}/`;
  expect((await fetch({ url })).body.toString()).toBe('old');
  expect((await fetch({ url, method: 'POST', body: 'x' })).body.toString()).toBe('old');
});

it('falls back where a site asks for HTTP/1.1', async () => {
  const server = http2.createSecureServer({ ...own, allowHTTP1: true }, (request, response) => {
    if (request.httpVersion === '2.0') request.stream.close(http2.constants.NGHTTP2_HTTP_1_1_REQUIRED);
    else response.end('old');
  });
  const port = await listen(server);
  expect((await trusting().fetch({ url: `https://secure.test:${port}/` })).body.toString()).toBe('old');
});

it('falls back where a stream breaks in the middle', async () => {
  const server = http2.createSecureServer({ ...own, allowHTTP1: true }, (request, response) => {
    if (request.httpVersion !== '2.0') return void response.end('old');
    response.write('half');
    setImmediate(() => request.stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR));
  });
  const port = await listen(server);
  expect((await trusting().fetch({ url: `https://secure.test:${port}/` })).body.toString()).toBe('old');
});
