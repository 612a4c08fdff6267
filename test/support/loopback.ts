import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Listening {
  address: string;
  /** Ends open connections too, so that closing never waits for a client. */
  close(): Promise<void>;
}

/** Longer than a pause of the machine: a client must not send to a connection that we are closing. */
const keepAliveTimeoutMs = 75_000;

/** Lets an HTTP server listen on a loopback port, by default any free one. `host` is for a network namespace of its own. */
export async function listenOnLoopback(server: Server, port = 0, host = '127.0.0.1'): Promise<Listening> {
  server.keepAliveTimeout = keepAliveTimeoutMs;
  await once(server.listen(port, host), 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
