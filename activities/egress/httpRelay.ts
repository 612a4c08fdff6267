import http from 'node:http';
import type { Socket } from 'node:net';
import { type Duplex, PassThrough, pipeline } from 'node:stream';
import { hopByHopHeaders } from './headers.ts';
import { createByteLimit, tunnel } from './tunnel.ts';

/** Relays the browser's plain HTTP requests to a URL's host. A failure closes the browser's connection. */
export interface HttpRelay {
  request(url: URL, request: http.IncomingMessage, response: http.ServerResponse): void;
  /** Relays a WebSocket handshake, then tunnels. */
  upgrade(url: URL, request: http.IncomingMessage, client: Duplex, head: Buffer): void;
  close(): void;
}

/** @param connect Opens a connection through the guard to the host, or to the server that the host is mapped to. */
export function createHttpRelay(connect: (host: string, port: number) => Promise<Socket>): HttpRelay {
  const agent = new http.Agent({ keepAlive: true, timeout: 30_000 });
  // The agent only pools the connections; the guard opens them.
  agent.createConnection = ({ host, port }, done) => {
    connect(String(host), Number(port)).then(
      (socket) => done?.(null, socket),
      // Beside an error, the stream is of no account.
      (error: Error) => done?.(error, new PassThrough().destroy()),
    );
    return undefined;
  };

  const options = (url: URL, { method, rawHeaders }: http.IncomingMessage, headers: string[]): http.RequestOptions => ({
    agent,
    host: url.hostname,
    port: url.port || 80,
    method,
    path: url.pathname + url.search,
    headers: [...dropHopByHop(rawHeaders), ...headers],
  });

  const request: HttpRelay['request'] = (url, incoming, response) => {
    const outgoing = http.request(options(url, incoming, []), (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, dropHopByHop(answer.rawHeaders));
      pipeline(answer, createByteLimit(), response, () => {});
    });
    outgoing.on('error', () => response.destroy());
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  };

  const upgrade: HttpRelay['upgrade'] = (url, incoming, client, head) => {
    const outgoing = http.request(options(url, incoming, ['Connection', 'Upgrade']));
    outgoing.on('upgrade', (answer, target, targetHead) => {
      client.write(switchingProtocolsHead(answer));
      if (targetHead.length > 0) target.unshift(targetHead);
      if (head.length > 0) client.unshift(head);
      tunnel(client, target);
    });
    outgoing.on('response', () => client.destroy());
    outgoing.on('error', () => client.destroy());
    outgoing.end();
  };

  return { request, upgrade, close: () => agent.destroy() };
}

/** `rawHeaders` alternates names and values. */
function dropHopByHop(rawHeaders: string[]): string[] {
  return rawHeaders.filter((_, index) => !hopByHopHeaders.has((rawHeaders[index - (index % 2)] ?? '').toLowerCase()));
}

function switchingProtocolsHead({ statusMessage, rawHeaders }: http.IncomingMessage): string {
  const lines = [`HTTP/1.1 101 ${statusMessage}`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n`;
}
