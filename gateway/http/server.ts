import { createServer, type RequestListener, type Server } from 'node:http';

/** Serves a port of an address; rejects if the port is taken. */
export function listen(answer: RequestListener, host: string, port: number): Promise<Server> {
  const server = createServer(answer);
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => resolve(server));
  });
}

/** Stops accepting connections and lets running requests finish within the grace time. */
export async function close(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(timer);
}
