import type { Shares, Visit } from './leases.ts';

export interface PolitenessRules {
  /** Requests to one host at the same time, over all workers. */
  perHost: number;
  /** How long a host rests between two requests. */
  delayMs: number;
}

export type Politeness = ReturnType<typeof createPoliteness>;

/** Keeps all workers together within what one host should bear. */
export function createPoliteness(hosts: Shares, { perHost, delayMs }: PolitenessRules) {
  return {
    /** A chunk's way to one host. */
    towards(host: string) {
      const enter = hosts.wayTo(host, delayMs > 0 ? 1 : perHost);
      /** The site wants to be left alone for a while. */
      const rest = (restMs: number) => hosts.rest(host, restMs);
      /** Makes one visit as soon as the host has room; says when to come again where it stays too busy. */
      const visit = <T>(visit: () => Promise<T>): Promise<Visit<T>> =>
        enter(async () => {
          try {
            return await visit();
          } finally {
            if (delayMs > 0) await rest(delayMs);
          }
        });
      return { visit, rest };
    },
  };
}
