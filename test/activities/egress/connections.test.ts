import { expect, it } from 'vitest';
import { fetcher, rawSite, site } from './sites.ts';

it('uses a connection again', async () => {
  const { url, connections } = await site((_, response) => response.end('page'));
  const { fetch } = fetcher();
  for (let n = 0; n < 5; n += 1) await fetch({ url });
  expect(connections).toHaveLength(1);
});

const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\npage';

it('asks once more where a kept connection was closed as it was used', async () => {
  let asked = 0;
  const { url } = await rawSite((socket, connection) => {
    socket.write(answer);
    socket.on('data', () => {
      asked += 1;
      if (connection === 1) socket.end();
    });
  });
  const { fetch } = fetcher();
  await fetch({ url });
  expect((await fetch({ url })).body.toString()).toBe('page');
  expect(asked).toBe(1);
});

it('asks only once more', async () => {
  const { url } = await rawSite((socket, connection) => {
    if (connection > 1) return socket.destroy();
    socket.write(answer);
    socket.on('data', () => socket.resetAndDestroy());
  });
  const { fetch } = fetcher();
  await fetch({ url });
  await expect(fetch({ url })).rejects.toThrow('the site closed the connection before the whole page had arrived');
});

it('does not send a form twice', async () => {
  let connections = 0;
  const { url } = await rawSite((socket, connection) => {
    connections = connection;
    socket.write(answer);
    socket.on('data', () => socket.end());
  });
  const { fetch } = fetcher();
  await fetch({ url });
  await expect(fetch({ url, method: 'POST', body: 'order' })).rejects.toThrow('the site closed the connection');
  expect(connections).toBe(1);
});

it('does not ask again where a new connection fails', async () => {
  let connections = 0;
  const { url } = await rawSite((socket, connection) => {
    connections = connection;
    socket.destroy();
  });
  await expect(fetcher().fetch({ url })).rejects.toThrow('the site closed the connection');
  expect(connections).toBe(1);
});

it('closes the connection at once when it is aborted while waiting', async () => {
  const stop = new AbortController();
  const reason = new Error('the caller went away');
  const { url, connections } = await site(() => stop.abort(reason));
  await expect(fetcher().fetch({ url, signal: stop.signal })).rejects.toBe(reason);
  await expect.poll(() => connections[0]?.destroyed).toBe(true);
});

it('closes the connection at once when it is aborted while reading', async () => {
  const stop = new AbortController();
  const { url, connections } = await site((_, response) => {
    response.write('x'.repeat(1_000), () => setImmediate(() => stop.abort()));
  });
  await expect(fetcher().fetch({ url, signal: stop.signal })).rejects.toThrow('aborted');
  await expect.poll(() => connections[0]?.destroyed).toBe(true);
});

it('does nothing with a signal that is aborted already', async () => {
  const { url, requests } = await site((_, response) => response.end());
  await expect(fetcher().fetch({ url, signal: AbortSignal.abort() })).rejects.toThrow('aborted');
  expect(requests).toHaveLength(0);
});

it('stops while a name is still looked up', async () => {
  const stop = new AbortController();
  function resolve() {
    setImmediate(() => stop.abort());
    return new Promise<never>(() => {});
  }
  await expect(fetcher({ resolve }).fetch({ url: 'http://slow.test/', signal: stop.signal })).rejects.toThrow(
    'aborted',
  );
});
