import net from 'node:net';
import { describe, expect, it } from 'vitest';
import { failure, fetcher, listen, rawSite } from './sites.ts';

function says(text: string) {
  return rawSite((socket) => socket.end(text));
}
async function fails(url: string) {
  return failure(fetcher().fetch({ url }));
}

it('says that nobody listens', async () => {
  const server = net.createServer();
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as net.AddressInfo).port)),
  );
  await new Promise((resolve) => server.close(resolve));
  expect(await fails(`http://127.0.0.1:${port}/`)).toBe('PageUnreachable: the site refused the connection');
});

describe('names', () => {
  function fails(code: string) {
    const resolve = async () => Promise.reject(Object.assign(new Error(code), { code, syscall: 'getaddrinfo' }));
    return failure(fetcher({ resolve }).fetch({ url: 'http://some.test/' }));
  }

  it.each([
    ['ENOTFOUND', 'the name does not exist'],
    ['EAI_AGAIN', 'the name server did not answer'],
    ['EAI_FAIL', 'the lookup failed (EAI_FAIL)'],
  ])('%s: %s', async (code, why) => {
    expect(await fails(code)).toBe(`PageUnreachable: DNS lookup failed for some.test: ${why}`);
  });

  it('says that a name has no address', async () => {
    const resolve = async () => [];
    expect(await failure(fetcher({ resolve }).fetch({ url: 'http://some.test/' }))).toBe(
      'PageUnreachable: DNS lookup failed for some.test: the name has no address',
    );
  });
});

const brokenOff = 'PageUnreachable: the site closed the connection before the whole page had arrived';
const notHttp = 'PageUnreachable: the site sent an answer that is not HTTP';

it.each([
  ['nothing', '', brokenOff],
  ['half a head', 'HTTP/1.1 200 OK\r\nContent-', brokenOff],
  ['less than it promised', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort', brokenOff],
  ['half a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n20\r\nshort', brokenOff],
  ['chunks without an end', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n', brokenOff],
  ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n', notHttp],
  ['a bad status', 'HTTP/1.1 xx OK\r\n\r\n', notHttp],
  ['a bad length', 'HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n', notHttp],
  ['a bad chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nab\r\n', notHttp],
  [
    'endless headers',
    `HTTP/1.1 200 OK\r\nX-A: ${'x'.repeat(300 << 10)}\r\n\r\n`,
    'PageUnreachable: the site sent headers that are too large',
  ],
])('says what is wrong with a site that sends %s', async (_, text, words) => {
  const { url } = await says(text);
  expect(await fails(url)).toBe(words);
});

it('says that the connection was reset in the middle', async () => {
  const { url } = await rawSite((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort', () => socket.resetAndDestroy());
  });
  expect(await fails(url)).toBe(brokenOff);
});

it('takes a page whose end is the end of the connection', async () => {
  const { url } = await says('HTTP/1.0 200 OK\r\n\r\nold');
  expect((await fetcher().fetch({ url })).body.toString()).toBe('old');
});

it('reads as much as the length says where more is sent', async () => {
  const { url } = await says('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab and more');
  expect((await fetcher().fetch({ url })).body.toString()).toBe('ab');
});

it('says that an https site does not speak TLS', async () => {
  const port = await listen(net.createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
  expect(await fails(`https://127.0.0.1:${port}/`)).toBe(
    'PageUnreachable: no secure connection to 127.0.0.1 could be made',
  );
});
