import http2 from 'node:http2';
import https from 'node:https';
import tls from 'node:tls';
import { describe, expect, it } from 'vitest';
import { certificate } from './certificates.ts';
import { allLoopback, failureOf, fetcher, listen } from './sites.ts';

const trusted = await certificate('secure.test');
/** A fetcher that trusts the certificate. */
function trustingFetcher() {
  return fetcher({ resolve: allLoopback, ca: [trusted.cert] });
}

describe('fetcher over TLS', () => {
  it('reads a page over TLS', async () => {
    const port = await listen(https.createServer(trusted, (_, response) => response.end('secret')));
    expect((await trustingFetcher().fetch({ url: `https://secure.test:${port}/` })).body.toString()).toBe('secret');
  });

  it('refuses a self-signed certificate', async () => {
    const port = await listen(https.createServer(trusted, (_, response) => response.end('secret')));
    expect(await failureOf(fetcher({ resolve: allLoopback }).fetch({ url: `https://secure.test:${port}/` }))).toBe(
      "PageUnreachable: secure.test's certificate is self-signed.",
    );
  });

  it('refuses an expired certificate', async () => {
    const old = await certificate('secure.test', { days: -1 });
    const port = await listen(https.createServer(old, (_, response) => response.end('secret')));
    const { fetch } = fetcher({ resolve: allLoopback, ca: [old.cert] });
    expect(await failureOf(fetch({ url: `https://secure.test:${port}/` }))).toBe(
      "PageUnreachable: secure.test's certificate has expired.",
    );
  });

  it('refuses a certificate for another name', async () => {
    const port = await listen(https.createServer(trusted, (_, response) => response.end('secret')));
    expect(await failureOf(trustingFetcher().fetch({ url: `https://other.test:${port}/` }))).toBe(
      "PageUnreachable: other.test's certificate is for another name.",
    );
  });

  it('uses HTTP/2 if the site offers it', async () => {
    const server = http2.createSecureServer({ ...trusted, allowHTTP1: true }, (request, response) => {
      response.setHeader('set-cookie', ['a=1', 'b=2']);
      response.end(
        `${request.httpVersion} ${request.headers[':authority'] ?? request.headers.host} ${'x'.repeat(200_000)}`,
      );
    });
    const port = await listen(server);
    const { fetch } = trustingFetcher();
    const pages = await Promise.all(Array.from({ length: 20 }, () => fetch({ url: `https://secure.test:${port}/` })));
    for (const page of pages) expect(page.body.toString()).toMatch(new RegExp(`^2.0 secure.test:${port} x{200000}$`));
  });

  it('follows the redirect of a POST over HTTP/2', async () => {
    const server = http2.createSecureServer(trusted, (request, response) => {
      if (request.url === '/') response.writeHead(307, { location: '/next', 'set-cookie': 'a=1' });
      request.pipe(response);
    });
    const port = await listen(server);
    const page = await trustingFetcher().fetch({ url: `https://secure.test:${port}/`, method: 'POST', body: 'order' });
    expect(page.body.toString()).toBe('order');
  });

  it('stops reading an endless page over HTTP/2 at the limit', async () => {
    const port = await listen(
      http2.createSecureServer(trusted, (_, response) => {
        function more(): void {
          while (response.write('x'.repeat(64 << 10)));
        }
        response.on('drain', more);
        more();
      }),
    );
    const { fetch } = trustingFetcher();
    expect(await failureOf(fetch({ url: `https://secure.test:${port}/`, maxBytes: 1 << 20 }))).toBe(
      'PageTooLarge: The page is larger than 1 MiB.',
    );
  });

  /** A site that negotiates HTTP/2 and then breaks it, but speaks correct HTTP/1.1. */
  function siteWithBrokenHttp2(breakConnection: (socket: tls.TLSSocket) => void) {
    return listen(
      tls.createServer({ ...trusted, ALPNProtocols: ['h2', 'http/1.1'] }, (socket) => {
        socket.on('error', () => {});
        if (socket.alpnProtocol === 'h2') socket.once('data', () => breakConnection(socket));
        else socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nold'));
      }),
    );
  }

  it.each([
    [
      'sends text that is not HTTP/2',
      (socket: tls.TLSSocket) => socket.write('this is not HTTP/2 at all, it is just some text\r\n\r\n'),
    ],
    ['answers in HTTP/1.1', (socket: tls.TLSSocket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nbad')],
    ['closes the connection', (socket: tls.TLSSocket) => socket.destroy()],
    [
      'sends GOAWAY',
      (socket: tls.TLSSocket) => socket.end(Buffer.from('00000004000000000000000807000000000000000000000001', 'hex')),
    ],
  ])('falls back to HTTP/1.1 if a site negotiates HTTP/2 and %s', async (_, breakConnection) => {
    const port = await siteWithBrokenHttp2(breakConnection);
    const { fetch } = trustingFetcher();
    const url = `https://secure.test:${port}/`;
    expect((await fetch({ url })).body.toString()).toBe('old');
    expect((await fetch({ url, method: 'POST', body: 'x' })).body.toString()).toBe('old');
  });

  it('falls back to HTTP/1.1 if a site asks for it', async () => {
    const server = http2.createSecureServer({ ...trusted, allowHTTP1: true }, (request, response) => {
      if (request.httpVersion === '2.0') request.stream.close(http2.constants.NGHTTP2_HTTP_1_1_REQUIRED);
      else response.end('old');
    });
    const port = await listen(server);
    expect((await trustingFetcher().fetch({ url: `https://secure.test:${port}/` })).body.toString()).toBe('old');
  });

  it('falls back to HTTP/1.1 if a stream breaks in the middle', async () => {
    const server = http2.createSecureServer({ ...trusted, allowHTTP1: true }, (request, response) => {
      if (request.httpVersion !== '2.0') return void response.end('old');
      response.write('half');
      setImmediate(() => request.stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR));
    });
    const port = await listen(server);
    expect((await trustingFetcher().fetch({ url: `https://secure.test:${port}/` })).body.toString()).toBe('old');
  });
});
