import type { Server } from 'node:http';
import { clientNetwork } from './clientNetwork.ts';

const retryAfterSeconds = 10;

/** Refuses further connections of an address that has as many open as it may. */
export function limitConnections(server: Server, max: number): void {
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const network = clientNetwork(socket.remoteAddress ?? '');
    const count = (open.get(network) ?? 0) + 1;
    if (count > max) {
      socket.end(refusal(max), () => socket.destroy());
      return;
    }
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}

/** Written as it is, because the request that it answers has not been read. */
function refusal(max: number): string {
  const error = `Your address has ${max} connections open, which is the limit; close some, or use them for more requests.`;
  const body = JSON.stringify({ error });
  return [
    'HTTP/1.1 429 Too Many Requests',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Retry-After: ${retryAfterSeconds}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
