import type { Hosts } from '../../storage/hosts.ts';
import { createHostShare, type HostShare } from './hostShare.ts';

export interface PolitenessRules {
  /** Requests to one host at the same time, over all workers. */
  perHost: number;
  /** How long a host rests between two requests. */
  delayMs: number;
}

export type Politeness = ReturnType<typeof createPoliteness>;

/** Keeps all workers together within what one host should bear. */
export function createPoliteness(hosts: Hosts, { perHost, delayMs }: PolitenessRules) {
  const shares = new Map<string, HostShare>();

  function shareOf(host: string): HostShare {
    const known = shares.get(host);
    if (known) return known;
    const share = createHostShare(hosts, host, delayMs > 0 ? 1 : perHost, () => shares.delete(host));
    shares.set(host, share);
    return share;
  }

  async function rest(host: string, restMs: number) {
    shares.get(host)?.pause();
    await hosts.rest(host, restMs);
  }

  return {
    /** A chunk's way to one host. */
    towards(host: string) {
      let gotOn = 0;
      return {
        /** Makes one visit as soon as the host has room; says when to come again where it stays too busy. */
        async visit<T>(visit: () => Promise<T>): Promise<{ result: T } | { waitMs: number }> {
          const share = shareOf(host);
          const entered = Date.now();
          const waitMs = await share.enter(() => Math.max(entered, gotOn));
          if (waitMs !== undefined) return { waitMs };
          gotOn = Date.now();
          try {
            return { result: await visit() };
          } finally {
            if (delayMs > 0) await rest(host, delayMs);
            share.leave();
          }
        },
        /** The site wants to be left alone for a while. */
        rest: (restMs: number) => rest(host, restMs),
      };
    },
  };
}
