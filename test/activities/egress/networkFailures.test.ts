import net from 'node:net';
import { describe, expect, it } from 'vitest';
import { failureOf, fetcher, listen, rawSite } from './sites.ts';

function siteSending(text: string) {
  return rawSite((socket) => socket.end(text));
}

async function failureOfFetch(url: string) {
  return failureOf(fetcher().fetch({ url }));
}

describe('fetcher with a broken site', () => {
  it('reports a refused connection if nothing listens on the port', async () => {
    const server = net.createServer();
    const port = await new Promise<number>((resolve) =>
      server.listen(0, '127.0.0.1', () => resolve((server.address() as net.AddressInfo).port)),
    );
    await new Promise((resolve) => server.close(resolve));
    expect(await failureOfFetch(`http://127.0.0.1:${port}/`)).toBe('PageUnreachable: The site refused the connection.');
  });

  const closedEarly = 'PageUnreachable: The site closed the connection before the whole page had arrived.';
  const notHttp = 'PageUnreachable: The site sent an answer that is not HTTP.';

  it.each([
    ['nothing', '', closedEarly],
    ['half of its headers', 'HTTP/1.1 200 OK\r\nContent-', closedEarly],
    ['less than its Content-Length', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort', closedEarly],
    ['half a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n20\r\nshort', closedEarly],
    ['chunks without a last one', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n', closedEarly],
    ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n', notHttp],
    ['a bad status', 'HTTP/1.1 xx OK\r\n\r\n', notHttp],
    ['a bad length', 'HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n', notHttp],
    ['a bad chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nab\r\n', notHttp],
    [
      'endless headers',
      `HTTP/1.1 200 OK\r\nX-A: ${'x'.repeat(300 << 10)}\r\n\r\n`,
      'PageUnreachable: The site sent headers that are too large.',
    ],
  ])('reports what is wrong with a site that sends %s', async (_, text, words) => {
    const { url } = await siteSending(text);
    expect(await failureOfFetch(url)).toBe(words);
  });

  it('reports a connection that is reset in the middle of the page', async () => {
    const { url } = await rawSite((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort', () => socket.resetAndDestroy());
    });
    expect(await failureOfFetch(url)).toBe(closedEarly);
  });

  it('reads a page without a length until the connection closes', async () => {
    const { url } = await siteSending('HTTP/1.0 200 OK\r\n\r\nold');
    expect((await fetcher().fetch({ url })).body.toString()).toBe('old');
  });

  it('ignores bytes after the declared Content-Length', async () => {
    const { url } = await siteSending('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab and more');
    expect((await fetcher().fetch({ url })).body.toString()).toBe('ab');
  });

  it('reports an https site that does not speak TLS', async () => {
    const port = await listen(net.createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
    expect(await failureOfFetch(`https://127.0.0.1:${port}/`)).toBe(
      'PageUnreachable: No secure connection to 127.0.0.1 could be made.',
    );
  });
});

describe('fetcher with a failing DNS lookup', () => {
  function failureOfLookup(code: string) {
    const resolve = async () => Promise.reject(Object.assign(new Error(code), { code, syscall: 'getaddrinfo' }));
    return failureOf(fetcher({ resolve }).fetch({ url: 'http://some.test/' }));
  }

  it.each([
    ['ENOTFOUND', 'the name does not exist'],
    ['EAI_AGAIN', 'the name server did not answer'],
    ['EAI_FAIL', 'the lookup failed (EAI_FAIL)'],
  ])('reports the error %s as "%s"', async (code, why) => {
    expect(await failureOfLookup(code)).toBe(`PageUnreachable: DNS lookup failed for some.test: ${why}.`);
  });

  it('reports a name without addresses', async () => {
    const resolve = async () => [];
    expect(await failureOf(fetcher({ resolve }).fetch({ url: 'http://some.test/' }))).toBe(
      'PageUnreachable: DNS lookup failed for some.test: the name has no address.',
    );
  });
});
