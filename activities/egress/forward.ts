import http from 'node:http';
import type { Socket } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';
import { metered, tunnel } from './tunnel.ts';

export interface Forward {
  /** Sends a plain HTTP request to the URL's host, or to where that is mapped; a failure closes the connection. */
  request(url: URL, request: http.IncomingMessage, response: http.ServerResponse): void;
  /** A WebSocket. */
  upgrade(url: URL, request: http.IncomingMessage, client: Duplex, head: Buffer): void;
  close(): void;
}

/** Headers between the browser and the proxy, which are no business of the site's. */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
]);

export function createForward(connect: (host: string, port: number) => Socket): Forward {
  const agent = new http.Agent({ keepAlive: true, timeout: 30_000 });
  // The agent keeps connections by host and port; who connects is the guard.
  agent.createConnection = ({ host, port }) => connect(String(host), Number(port));

  const options = (url: URL, { method, rawHeaders }: http.IncomingMessage, headers: string[]): http.RequestOptions => ({
    agent,
    host: url.hostname,
    port: url.port || 80,
    method,
    path: url.pathname + url.search,
    headers: [...endToEnd(rawHeaders), ...headers],
  });

  const request: Forward['request'] = (url, incoming, response) => {
    const outgoing = http.request(options(url, incoming, []), (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, endToEnd(answer.rawHeaders));
      pipeline(answer, metered(), response, () => {});
    });
    outgoing.on('error', () => response.destroy());
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  };

  const upgrade: Forward['upgrade'] = (url, incoming, client, head) => {
    const outgoing = http.request(options(url, incoming, ['Connection', 'Upgrade']));
    outgoing.on('upgrade', (answer, target, targetHead) => {
      client.write(head101(answer));
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

function endToEnd(rawHeaders: string[]): string[] {
  return rawHeaders.filter((_, at) => !hopByHop.has((rawHeaders[at - (at % 2)] ?? '').toLowerCase()));
}

function head101({ statusMessage, rawHeaders }: http.IncomingMessage): string {
  const lines = [`HTTP/1.1 101 ${statusMessage}`];
  for (let at = 0; at < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}
