import net from 'node:net';
import { describe, expect, it } from 'vitest';
import { timedOut } from '../../../activities/egress/limitFailures.ts';
import { failureOf, fetcher, listen, rawSite, site } from './sites.ts';

describe('fetcher limits', () => {
  it('refuses a page whose Content-Length is too large without reading it', async () => {
    const { url } = await site((_, response) => {
      response.writeHead(200, { 'content-length': 11 << 20 }).write('x');
    });
    expect(await failureOf(fetcher().fetch({ url }))).toBe('PageTooLarge: The page is larger than 10 MiB.');
  });

  it('stops reading an endless page at the limit and closes its connection', async () => {
    const { url, connections } = await site((_, response) => {
      function more(): void {
        while (response.write(Buffer.alloc(64 << 10, 'x')));
      }
      response.on('drain', more);
      more();
    });
    expect(await failureOf(fetcher().fetch({ url, maxBytes: 1 << 20 }))).toBe(
      'PageTooLarge: The page is larger than 1 MiB.',
    );
    await expect.poll(() => connections.every((socket) => socket.destroyed)).toBe(true);
  });

  it('reads a page of exactly the maximum size', async () => {
    const { url } = await site((_, response) => response.end(Buffer.alloc(1_000)));
    expect((await fetcher().fetch({ url, maxBytes: 1_000 })).body).toHaveLength(1_000);
    expect(await failureOf(fetcher().fetch({ url, maxBytes: 999 }))).toBe(
      'PageTooLarge: The page is larger than 999 bytes.',
    );
  });

  it('reports a timeout while waiting for the response', async () => {
    const { url } = await site(() => {});
    expect(await failureOf(fetcher().fetch({ url, headersTimeoutMs: 100 }))).toBe(
      'PageTimedOut: Timed out after 100 ms while waiting for the answer.',
    );
  });

  it('names a timeout as it was asked for, although a moment of it has gone by', () => {
    expect([949, 999, 1_000, 1_499].map((ms) => timedOut(ms, 'waiting').message)).toEqual([
      'Timed out after 949 ms while waiting.',
      'Timed out after 1 s while waiting.',
      'Timed out after 1 s while waiting.',
      'Timed out after 1.5 s while waiting.',
    ]);
  });

  it('reports a timeout while reading the page', async () => {
    const { url } = await site((_, response) => response.write('the beginning'));
    expect(await failureOf(fetcher().fetch({ url, totalTimeoutMs: 3_000 }))).toBe(
      'PageTimedOut: Timed out after 3 s while reading the page.',
    );
  });

  it('reports a timeout of the DNS lookup as a timeout of the connection', async () => {
    const resolve = () => new Promise<never>(() => {});
    expect(await failureOf(fetcher({ resolve }).fetch({ url: 'http://slow.test/', connectTimeoutMs: 100 }))).toBe(
      'PageTimedOut: Timed out after 100 ms while connecting to slow.test.',
    );
  });

  it('reports a timeout of the TLS handshake as a timeout of the connection', async () => {
    const port = await listen(net.createServer());
    expect(await failureOf(fetcher().fetch({ url: `https://127.0.0.1:${port}/`, connectTimeoutMs: 100 }))).toBe(
      'PageTimedOut: Timed out after 100 ms while connecting to 127.0.0.1.',
    );
  });

  it('stops reading a page that arrives too slowly', async () => {
    const { url } = await rawSite((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const drip = setInterval(() => socket.write('x'), 20);
      socket.on('close', () => clearInterval(drip));
    });
    expect(await failureOf(fetcher().fetch({ url, progressIntervalMs: 300 }))).toMatch(
      /^PageTimedOut: The site sends its page too slowly \(\d+ bytes in 300 ms\)\.$/,
    );
  });

  it('times out on headers that arrive byte by byte', async () => {
    const { url } = await rawSite((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const drip = setInterval(() => socket.write('x'), 20);
      socket.on('close', () => clearInterval(drip));
    });
    expect(await failureOf(fetcher().fetch({ url, headersTimeoutMs: 300 }))).toBe(
      'PageTimedOut: Timed out after 300 ms while waiting for the answer.',
    );
  });

  it('reads a slow page that makes progress in every interval', async () => {
    const { url } = await site((_, response) => {
      let sent = 0;
      const part = setInterval(() => {
        response.write('x'.repeat(300));
        sent += 1;
        if (sent === 15) {
          clearInterval(part);
          response.end();
        }
      }, 300);
    });
    expect((await fetcher().fetch({ url, progressIntervalMs: 3_000 })).body).toHaveLength(4_500);
  });

  it('applies the total timeout to all redirects together', async () => {
    const { url } = await site((request, response) => {
      setTimeout(() => response.writeHead(302, { location: `/${Number(request.url?.slice(1)) + 1}` }).end(), 60);
    });
    // Whatever it is busy with then.
    expect(await failureOf(fetcher().fetch({ url: `${url}/0`, totalTimeoutMs: 200 }))).toMatch(
      /^PageTimedOut: Timed out after 200 ms /,
    );
  });
});
