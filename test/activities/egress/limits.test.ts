import net from 'node:net';
import { expect, it } from 'vitest';
import { failure, fetcher, listen, rawSite, site } from './sites.ts';

it('refuses a page that says it is too large, without reading it', async () => {
  const { url } = await site((_, response) => {
    response.writeHead(200, { 'content-length': 11 << 20 }).write('x');
  });
  expect(await failure(fetcher().fetch({ url }))).toBe('PageTooLarge: the page is larger than 10 MiB');
});

it('stops a page that never ends, and its connection', async () => {
  const { url, connections } = await site((_, response) => {
    function more(): void {
      while (response.write(Buffer.alloc(64 << 10, 'x')));
    }
    response.on('drain', more);
    more();
  });
  expect(await failure(fetcher().fetch({ url, maxBytes: 1 << 20 }))).toBe(
    'PageTooLarge: the page is larger than 1 MiB',
  );
  await expect.poll(() => connections.every((socket) => socket.destroyed)).toBe(true);
});

it('reads a page of exactly the size that is allowed', async () => {
  const { url } = await site((_, response) => response.end(Buffer.alloc(1_000)));
  expect((await fetcher().fetch({ url, maxBytes: 1_000 })).body).toHaveLength(1_000);
  expect(await failure(fetcher().fetch({ url, maxBytes: 999 }))).toBe(
    'PageTooLarge: the page is larger than 999 bytes',
  );
});

it('names what it waited for: the answer', async () => {
  const { url } = await site(() => {});
  expect(await failure(fetcher().fetch({ url, headersTimeoutMs: 100 }))).toBe(
    'PageTimedOut: timed out after 100 ms while waiting for the answer',
  );
});

it('names what it waited for: the page', async () => {
  const { url } = await site((_, response) => response.write('the beginning'));
  expect(await failure(fetcher().fetch({ url, totalTimeoutMs: 200 }))).toBe(
    'PageTimedOut: timed out after 200 ms while reading the page',
  );
});

it('names what it waited for: the name', async () => {
  const resolve = () => new Promise<never>(() => {});
  expect(await failure(fetcher({ resolve }).fetch({ url: 'http://slow.test/', connectTimeoutMs: 100 }))).toBe(
    'PageTimedOut: timed out after 100 ms while connecting to slow.test',
  );
});

it('names what it waited for: the handshake', async () => {
  const port = await listen(net.createServer());
  expect(await failure(fetcher().fetch({ url: `https://127.0.0.1:${port}/`, connectTimeoutMs: 100 }))).toBe(
    'PageTimedOut: timed out after 100 ms while connecting to 127.0.0.1',
  );
});

it('gives up on a page that only drips', async () => {
  const { url } = await rawSite((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    const drip = setInterval(() => socket.write('x'), 20);
    socket.on('close', () => clearInterval(drip));
  });
  expect(await failure(fetcher().fetch({ url, progressMs: 300 }))).toMatch(
    /^PageTimedOut: the site sends its page too slowly \(\d+ bytes in 300 ms\)$/,
  );
});

it('gives up on headers that only drip', async () => {
  const { url } = await rawSite((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    const drip = setInterval(() => socket.write('x'), 20);
    socket.on('close', () => clearInterval(drip));
  });
  expect(await failure(fetcher().fetch({ url, headersTimeoutMs: 300 }))).toBe(
    'PageTimedOut: timed out after 300 ms while waiting for the answer',
  );
});

it('lets a slow page arrive that makes progress', async () => {
  const { url } = await site((_, response) => {
    let sent = 0;
    const part = setInterval(() => {
      response.write('x'.repeat(300));
      sent += 1;
      if (sent === 8) {
        clearInterval(part);
        response.end();
      }
    }, 50);
  });
  expect((await fetcher().fetch({ url, progressMs: 150 })).body).toHaveLength(2_400);
});

it('counts the time of all redirects together', async () => {
  const { url } = await site((request, response) => {
    setTimeout(() => response.writeHead(302, { location: `/${Number(request.url?.slice(1)) + 1}` }).end(), 60);
  });
  expect(await failure(fetcher().fetch({ url: `${url}/0`, totalTimeoutMs: 200 }))).toBe(
    'PageTimedOut: timed out after 200 ms while waiting for the answer',
  );
});
