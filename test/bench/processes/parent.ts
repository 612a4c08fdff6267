/** How a script of this folder talks to the process that has forked it. */
import type { Server } from 'node:http';
import { listenOnLoopback } from '../../support/loopback.ts';

/** Lets a server listen, tells the parent its address, and ends with the parent. */
export async function serveParent(server: Server, host?: string): Promise<void> {
  const { address } = await listenOnLoopback(server, 0, host);
  process.send?.(address);
  process.on('disconnect', () => process.exit());
}
