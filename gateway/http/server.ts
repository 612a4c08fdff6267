import { createServer, type RequestListener, type Server } from 'node:http';
import { limitConnections } from './connectionLimit.ts';
import { requireBodyRate } from './slowBodies.ts';
import { closeIdleConnections } from './slowConnections.ts';

/** From the first byte of a request to the last of its headers, … */
const headersTimeoutMs = 10_000;
/** … and to the last of its body, however steadily that comes. */
const requestTimeoutMs = 300_000;
/** How often these two are checked. */
const checkIntervalMs = 1_000;
/**
 * Between two requests: longer than most clients wait from poll to poll. The edge keeps its connections for less, so that
 * it never uses one that is being closed.
 */
const keepAliveTimeoutMs = 30_000;

export interface ListenOptions {
  host: string;
  port: number;
  /** Connections that one address may have open; unlimited where every connection comes from a proxy of our own. */
  maxConnectionsPerAddress?: number | undefined;
}

/** Serves a port of an address; rejects if the port is taken. Clients that are slow on purpose are disconnected. */
export function listen(answer: RequestListener, options: ListenOptions): Promise<Server> {
  const { host, port, maxConnectionsPerAddress } = options;
  const server = createServer(
    {
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: checkIntervalMs,
      keepAliveTimeout: keepAliveTimeoutMs,
    },
    answer,
  );
  requireBodyRate(server);
  closeIdleConnections(server);
  if (maxConnectionsPerAddress !== undefined) limitConnections(server, maxConnectionsPerAddress);
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => resolve(server));
  });
}
