import { createServer, type Server } from 'node:http';
import type Koa from 'koa';

/** Serves an application on a port; rejects where the port is taken. */
export function listen(app: Koa, port: number): Promise<Server> {
  const server = createServer(app.callback());
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
