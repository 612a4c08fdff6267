import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** A body that is being read brings at least this much in each interval: 1 KiB a second. */
const intervalMs = 10_000;
const minBytes = 10 * 1024;

/** Refuses bodies that come so slowly that only their connection can be meant. */
export function requireBodyRate(server: Server, rate = { intervalMs, minBytes }): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return;
    const { socket } = request;
    let before = socket.bytesRead;
    const timer = setInterval(() => {
      const received = socket.bytesRead - before;
      before = socket.bytesRead;
      // A body that nobody reads stands still by our own doing.
      if (!request.complete && request.readableFlowing && received < rate.minBytes) refuse(response);
    }, rate.intervalMs);
    for (const end of ['end', 'close']) request.once(end, () => clearInterval(timer));
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function refuse(response: ServerResponse): void {
  const { socket } = response;
  if (response.headersSent) {
    socket?.destroy();
    return;
  }
  response.writeHead(408, { 'content-type': 'application/json; charset=utf-8', connection: 'close' });
  response.end(JSON.stringify({ error: 'The body came too slowly; send it again, without pauses.' }), () =>
    socket?.destroy(),
  );
}
