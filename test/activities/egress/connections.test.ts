import { describe, expect, it } from 'vitest';
import { fetcher, rawSite, site } from './sites.ts';

describe('fetcher connections', () => {
  it('reuses a connection for later requests', async () => {
    const { url, connections } = await site((_, response) => response.end('page'));
    const { fetch } = fetcher();
    for (let n = 0; n < 5; n += 1) await fetch({ url });
    expect(connections).toHaveLength(1);
  });

  const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\npage';

  it('retries once on a new connection if the site closes a reused one', async () => {
    let laterRequests = 0;
    const { url } = await rawSite((socket, connection) => {
      socket.write(answer);
      socket.on('data', () => {
        laterRequests += 1;
        if (connection === 1) socket.end();
      });
    });
    const { fetch } = fetcher();
    await fetch({ url });
    expect((await fetch({ url })).body.toString()).toBe('page');
    expect(laterRequests).toBe(1);
  });

  it('does not retry a second time', async () => {
    const { url } = await rawSite((socket, connection) => {
      if (connection > 1) return socket.destroy();
      socket.write(answer);
      socket.on('data', () => socket.resetAndDestroy());
    });
    const { fetch } = fetcher();
    await fetch({ url });
    await expect(fetch({ url })).rejects.toThrow('The site closed the connection before the whole page had arrived.');
  });

  it('does not retry a POST', async () => {
    let connections = 0;
    const { url } = await rawSite((socket, connection) => {
      connections = connection;
      socket.write(answer);
      socket.on('data', () => socket.end());
    });
    const { fetch } = fetcher();
    await fetch({ url });
    await expect(fetch({ url, method: 'POST', body: 'order' })).rejects.toThrow('The site closed the connection');
    expect(connections).toBe(1);
  });

  it('does not retry if a new connection fails', async () => {
    let connections = 0;
    const { url } = await rawSite((socket, connection) => {
      connections = connection;
      socket.destroy();
    });
    await expect(fetcher().fetch({ url })).rejects.toThrow('The site closed the connection');
    expect(connections).toBe(1);
  });

  it('closes the connection at once if the caller aborts before the response', async () => {
    const controller = new AbortController();
    const reason = new Error('the caller went away');
    const { url, connections } = await site(() => controller.abort(reason));
    await expect(fetcher().fetch({ url, signal: controller.signal })).rejects.toBe(reason);
    await expect.poll(() => connections[0]?.destroyed).toBe(true);
  });

  it('closes the connection at once if the caller aborts while the body is read', async () => {
    const controller = new AbortController();
    const { url, connections } = await site((_, response) => {
      response.write('x'.repeat(1_000), () => setImmediate(() => controller.abort()));
    });
    await expect(fetcher().fetch({ url, signal: controller.signal })).rejects.toThrow('aborted');
    await expect.poll(() => connections[0]?.destroyed).toBe(true);
  });

  it('sends no request if the signal is aborted already', async () => {
    const { url, requests } = await site((_, response) => response.end());
    await expect(fetcher().fetch({ url, signal: AbortSignal.abort() })).rejects.toThrow('aborted');
    expect(requests).toHaveLength(0);
  });

  it('stops if the caller aborts during the DNS lookup', async () => {
    const controller = new AbortController();
    function resolve() {
      setImmediate(() => controller.abort());
      return new Promise<never>(() => {});
    }
    await expect(fetcher({ resolve }).fetch({ url: 'http://slow.test/', signal: controller.signal })).rejects.toThrow(
      'aborted',
    );
  });
});
