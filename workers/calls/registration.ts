import { randomUUID } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import type { Queue } from '../../contracts/queues.ts';
import type { Logger } from '../../runtime/log.ts';
import type { Workers } from '../../storage/workers.ts';

interface Registered {
  host: string;
  port: number;
  queues: Queue[];
}

/** Several times in the lease that it renews. */
const renewalMs = 2_000;

/** Tells gateways where this process takes calls, for as long as it does. */
export async function registerWorker(workers: Workers, { host, port, queues }: Registered, log: Logger) {
  const _id = randomUUID();
  const address = `http://${reachable(host)}:${port}`;
  const register = () => workers.register({ _id, address, queues });
  await register();
  let isLate = false;
  const renewal = setInterval(() => {
    register().then(
      () => {
        isLate = false;
      },
      (error: unknown) => {
        if (!isLate) log.warn({ err: error }, 'this worker cannot tell gateways that it is there');
        isLate = true;
      },
    );
  }, renewalMs);
  renewal.unref();
  return {
    async end(): Promise<void> {
      clearInterval(renewal);
      // Gateways find out by themselves within a lease.
      await workers.deregister(_id).catch(() => {});
    },
  };
}

/** A host that others can connect to: one that listens everywhere names the machine's own address. */
function reachable(host: string): string {
  const own = isAny(host) ? (ownAddress() ?? '127.0.0.1') : host;
  return own.includes(':') ? `[${own}]` : own;
}

function isAny(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

function ownAddress(): string | undefined {
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, scopeid }) => !internal && !scopeid);
  return (outside.find(({ family }) => family === 'IPv4') ?? outside[0])?.address;
}
