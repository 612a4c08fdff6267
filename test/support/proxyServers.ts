/** Real proxies on loopback: what they were asked to connect to is in `targets`, as they were given it. */
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import type { Duplex } from 'node:stream';

export interface TestProxy {
  /** With the user name and the password, if there are any. */
  url: string;
  port: number;
  targets: string[];
  close(): Promise<void>;
}

interface Options {
  username?: string | undefined;
  password?: string | undefined;
  /** Speaks TLS with this certificate. */
  tls?: { key: string; cert: string };
}

/** An HTTP proxy that takes CONNECT. */
export async function startHttpProxy({ username, password, tls }: Options = {}): Promise<TestProxy> {
  const targets: string[] = [];
  const expected = username && `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const server = tls ? https.createServer(tls) : http.createServer();
  server.on('connect', (request: http.IncomingMessage, client: Duplex) => {
    client.on('error', () => client.destroy());
    if (expected && request.headers['proxy-authorization'] !== expected)
      return client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    const target = request.url ?? '';
    targets.push(target);
    const { hostname, port } = new URL(`http://${target}`);
    const site = net.connect(Number(port) || 80, hostname.replace(/^\[|\]$/g, ''), () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      site.pipe(client);
      client.pipe(site);
    });
    site.on('error', () => client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
    client.on('close', () => site.destroy());
  });
  return listening(server, tls ? 'https' : 'http', { username, password }, targets);
}

/** RFC 1928, with the user names and passwords of RFC 1929. */
export async function startSocksProxy({ username, password }: Options = {}): Promise<TestProxy> {
  const targets: string[] = [];
  const server = net.createServer(async (client) => {
    client.on('error', () => client.destroy());
    try {
      const [, methods = 0] = await read(client, 2);
      await read(client, methods);
      client.write(Buffer.from([5, username === undefined ? 0 : 2]));
      if (username !== undefined && !(await hasPassword(client, username, password ?? ''))) return void client.end();
      const [, command, , kind] = await read(client, 4);
      const host = await hostOf(client, kind ?? 0);
      const port = (await read(client, 2)).readUInt16BE();
      targets.push(`${host}:${port}`);
      if (command !== 1) return void client.end(reply(7));
      const site = net.connect(port, host, () => {
        client.write(reply(0));
        site.pipe(client);
        client.pipe(site);
      });
      site.on('error', () => client.end(reply(5)));
      client.on('close', () => site.destroy());
    } catch {
      client.destroy();
    }
  });
  return listening(server, 'socks5', { username, password }, targets);
}

async function hasPassword(client: net.Socket, username: string, password: string): Promise<boolean> {
  const [, nameLength = 0] = await read(client, 2);
  const name = String(await read(client, nameLength));
  const [length = 0] = await read(client, 1);
  const isRight = name === username && String(await read(client, length)) === password;
  client.write(Buffer.from([1, isRight ? 0 : 1]));
  return isRight;
}

async function hostOf(client: net.Socket, kind: number): Promise<string> {
  if (kind === 1) return [...(await read(client, 4))].join('.');
  if (kind === 4) return (await read(client, 16)).toString('hex').replace(/(.{4})(?!$)/g, '$1:');
  const [length = 0] = await read(client, 1);
  return String(await read(client, length));
}

function reply(code: number): Buffer {
  return Buffer.from([5, code, 0, 1, 0, 0, 0, 0, 0, 0]);
}

/** Exactly that many bytes. */
async function read(client: net.Socket, count: number): Promise<Buffer> {
  for (;;) {
    const bytes: unknown = count === 0 ? Buffer.alloc(0) : client.read(count);
    if (Buffer.isBuffer(bytes)) return bytes;
    if (client.destroyed || client.readableEnded) throw new Error('the client has left');
    await new Promise((resolve) => client.once('readable', resolve).once('close', resolve));
  }
}

async function listening(
  server: net.Server,
  protocol: string,
  { username, password }: Options,
  targets: string[],
): Promise<TestProxy> {
  const clients = new Set<net.Socket>();
  server.on('connection', (client: net.Socket) => {
    clients.add(client.once('close', () => clients.delete(client)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  const credentials = username === undefined ? '' : `${username}:${password}@`;
  return {
    url: `${protocol}://${credentials}127.0.0.1:${address.port}`,
    port: address.port,
    targets,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const client of clients) client.destroy();
      }),
  };
}
