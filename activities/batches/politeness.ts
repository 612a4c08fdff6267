import type { Hosts, Lease } from '../../storage/hosts.ts';
import { leaseMs } from '../../storage/hosts.ts';

export interface PolitenessRules {
  /** Requests to one host at the same time, over all workers. */
  perHost: number;
  /** How long a host rests between two requests. */
  delayMs: number;
}

/** How long to wait in place for a busy host before its pages are put off. */
const patienceMs = 2_000;
const lookAgainMs = 200;

export type Politeness = ReturnType<typeof createPoliteness>;

/** Keeps all workers together within what one host should bear. */
export function createPoliteness(hosts: Hosts, { perHost, delayMs }: PolitenessRules) {
  async function patiently(host: string, want: number, signal: AbortSignal): Promise<Lease> {
    const until = Date.now() + patienceMs;
    for (;;) {
      const lease = await hosts.lease(host, delayMs > 0 ? { want: 1, most: 1 } : { want, most: perHost });
      const mayWait = lease.waitMs === undefined || lease.waitMs <= patienceMs;
      if (lease.count > 0 || !mayWait || Date.now() >= until || signal.aborted) return lease;
      await new Promise((resolve) => setTimeout(resolve, Math.min(lease.waitMs ?? lookAgainMs, patienceMs)));
    }
  }

  return {
    /** Runs `visit` with leave to make `count` requests to the host at a time; undefined where the host is busy. */
    async visiting<T>(
      { host, want, signal }: { host: string; want: number; signal: AbortSignal },
      visit: (count: number) => Promise<T>,
    ): Promise<{ result: T } | { waitMs: number }> {
      const lease = await patiently(host, want, signal);
      if (lease.count === 0) return { waitMs: lease.waitMs ?? patienceMs };
      const renewal = setInterval(() => hosts.renew(lease).catch(() => {}), leaseMs / 3);
      try {
        return { result: await visit(lease.count) };
      } finally {
        clearInterval(renewal);
        await hosts.release(lease, delayMs);
      }
    },
    rest: (host: string, restMs: number) => hosts.rest(host, restMs),
  };
}
