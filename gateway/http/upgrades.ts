import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** Takes a request for a WebSocket; false if there is none at its path. */
export type AcceptWebSocket = (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean;

/** Headers that ask for another protocol. */
const upgradeHeaders: ReadonlySet<string> = new Set(['connection', 'upgrade', 'http2-settings']);

/**
 * Hands requests for a WebSocket on. Some clients offer another protocol with each request, HTTP/2 above all, and are
 * answered over HTTP/1.1 as if they had not: Node hands their connection over too, so it is given back.
 */
export function serveWebSockets(server: Server, accept: AcceptWebSocket): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const isWebSocket = request.headers.upgrade?.toLowerCase() === 'websocket';
    if (isWebSocket && accept(request, socket, head)) return;
    socket.unshift(Buffer.concat([Buffer.from(withoutUpgrade(request), 'latin1'), head]));
    server.emit('connection', socket);
  });
}

/** The head of the request as it was sent, without the offer. */
function withoutUpgrade({ method, url, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/1.1`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (!upgradeHeaders.has(name.toLowerCase())) lines.push(`${name}: ${rawHeaders[at + 1] ?? ''}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n`;
}
