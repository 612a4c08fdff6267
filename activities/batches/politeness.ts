import type { ConcurrencyLimits, RunVisit } from './concurrencyLimits.ts';

export interface PolitenessRules {
  /** Requests to one host at the same time, over all workers. */
  perHost: number;
  /** The pause between two requests to a host. */
  delayMs: number;
}

export type Politeness = ReturnType<typeof createPoliteness>;

/** One chunk's access to one host. */
export type PoliteHost = ReturnType<Politeness['host']>;

/** Keeps all workers together within the load that one host should bear. */
export function createPoliteness(hosts: ConcurrencyLimits, { perHost, delayMs }: PolitenessRules) {
  return {
    host(host: string) {
      const run = hosts.limitTo(host, delayMs > 0 ? 1 : perHost);
      const pause = (pauseMs: number) => hosts.pause(host, pauseMs);
      const visit: RunVisit = (step) =>
        run(async () => {
          try {
            return await step();
          } finally {
            if (delayMs > 0) await pause(delayMs);
          }
        });
      return { visit, pause };
    },
  };
}
