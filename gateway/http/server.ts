import { createServer, type RequestListener, type Server } from 'node:http';

/** Has requests to a port answered; rejects where the port is taken. */
export function listen(answer: RequestListener, port: number): Promise<Server> {
  const server = createServer(answer);
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, () => resolve(server));
  });
}

/** Lets running requests finish within the grace time. */
export async function close(server: Server, graceMs: number) {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(timer);
}
