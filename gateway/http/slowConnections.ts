import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A connection on which nothing moves for this long, and that does not wait for us, is closed. */
const idleTimeoutMs = 60_000;

/** Closes connections whose client neither sends nor reads what it is sent. */
export function closeIdleConnections(server: Server, timeoutMs = idleTimeoutMs): void {
  const latest = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    latest.set(request.socket, { request, response });
  });
  server.setTimeout(timeoutMs, (socket: Socket) => {
    const { request, response } = latest.get(socket) ?? {};
    const waitsForUs = request?.complete && !response?.writableEnded && socket.writableLength === 0;
    if (waitsForUs) socket.setTimeout(timeoutMs);
    else socket.destroy();
  });
}
