import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { limitConnections } from '../../../gateway/http/connectionLimit.ts';
import { requireBodyRate } from '../../../gateway/http/slowBodies.ts';
import { closeIdleConnections } from '../../../gateway/http/slowConnections.ts';
import { eventually } from '../../support/eventually.ts';

const servers: Server[] = [];
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

/** A server on loopback; connections to it are made by the result. */
async function serve(answer: RequestListener, protect: (server: Server) => void): Promise<() => Promise<Client>> {
  const server = createServer({ keepAliveTimeout: 600_000 }, answer);
  servers.push(server);
  protect(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    sockets.push(socket);
    const client = { socket, received: '', isClosed: false };
    socket
      .on('error', () => {})
      .on('close', () => {
        client.isClosed = true;
      });
    socket.on('data', (data) => {
      client.received += data;
    });
    await once(socket, 'connect');
    return client;
  };
}

interface Client {
  socket: Socket;
  received: string;
  isClosed: boolean;
}

const readAll: RequestListener = (request, response) => {
  request.resume().on('end', () => response.end('done'));
};

describe('a body', () => {
  const rate = { intervalMs: 100, minBytes: 100 };
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n';

  it('that comes slower than the minimum rate is answered 408 and its connection closed', async () => {
    const open = await serve(readAll, (server) => requireBodyRate(server, rate));
    const client = await open();
    client.socket.write(`${head}a`);
    await eventually('the connection is closed', () => client.isClosed);
    expect(client.received).toMatch(/^HTTP\/1\.1 408 /);
    expect(client.received).toContain('{"error":"The body came too slowly');
  });

  it('that nobody reads is not called slow', async () => {
    let answer = () => {};
    const open = await serve(
      (request, response) => {
        if (request.url === '/read') readAll(request, response);
        else answer = () => response.end('done');
      },
      (server) => requireBodyRate(server, rate),
    );
    const unread = await open();
    unread.socket.write(`${head}a`);
    const read = await open();
    read.socket.write(`${head.replace('/', '/read')}a`);
    await eventually('the one that is read is closed', () => read.isClosed);
    expect(unread.received).toBe('');
    answer();
    await eventually('the other one is answered', () => unread.received.includes('200 OK'));
  });
});

describe('an idle connection', () => {
  it('is closed if its client sends nothing', async () => {
    const open = await serve(readAll, (server) => closeIdleConnections(server, 100));
    const client = await open();
    await eventually('the connection is closed', () => client.isClosed);
  });

  it('is closed if its client does not read the answer', async () => {
    const open = await serve(
      (_, response) => response.end(Buffer.alloc(64 * 1024 * 1024)),
      (server) => closeIdleConnections(server, 200),
    );
    const client = await open();
    client.socket.pause().write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await eventually('the server has no connection', async () => (await connectionsOf(servers[0])) === 0);
  });

  it('stays open while its client waits for the answer', async () => {
    let answer = () => {};
    let timeouts = 0;
    const open = await serve(
      ({ socket }, response) => {
        answer = () => response.end('done');
        // Only now: a slow machine may need longer than this to read the request.
        socket.setTimeout(50);
      },
      (server) => {
        closeIdleConnections(server, 60_000);
        server.on('timeout', (socket) => {
          timeouts += 1;
          socket.setTimeout(50);
        });
      },
    );
    const client = await open();
    client.socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await eventually('it was idle three times', () => timeouts >= 3);
    expect(client.isClosed).toBe(false);
    answer();
    await eventually('it is answered', () => client.received.includes('done'));
  });
});

describe('an address', () => {
  it('has no more connections than it may, and is told so', async () => {
    const open = await serve(readAll, (server) => limitConnections(server, 3));
    const clients = [await open(), await open(), await open()];
    const refused = await open();
    await eventually('the fourth is closed', () => refused.isClosed);
    expect(refused.received).toMatch(/^HTTP\/1\.1 429 /);
    expect(refused.received).toContain('has 3 connections open');
    expect(clients.map(({ isClosed }) => isClosed)).toEqual([false, false, false]);

    clients[0]?.socket.destroy();
    await eventually('there is room for one again', async () => {
      const next = await open();
      next.socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
      await eventually('it is answered', () => next.received !== '');
      return next.received.startsWith('HTTP/1.1 200');
    });
  });
});

function connectionsOf(server: Server | undefined): Promise<number> {
  return new Promise((resolve) => server?.getConnections((_, count) => resolve(count)));
}
