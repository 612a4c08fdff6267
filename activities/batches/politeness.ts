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
    /** With a delay of its own, a chunk visits the host one page at a time, with all others that have one. */
    host(host: string, ownDelayMs = 0) {
      const pause = (pauseMs: number) => hosts.pause(host, pauseMs);
      const visit = spaced(hosts.limitTo(host, delayMs > 0 ? 1 : perHost), delayMs, pause);
      if (ownDelayMs <= delayMs) return { visit, pause };
      const slow = `${host} slowly`;
      const slowly = spaced(hosts.limitTo(slow, 1), ownDelayMs, (pauseMs) => hosts.pause(slow, pauseMs));
      const visitSlowly: RunVisit = async (step) => {
        const outer = await slowly(() => visit(step));
        return 'waitMs' in outer ? outer : outer.result;
      };
      return { visit: visitSlowly, pause };
    },
  };
}

/** Each visit is followed by a pause; one that its worker does not live to end, by what is left of the first. */
function spaced(run: RunVisit, delayMs: number, pause: (pauseMs: number) => Promise<void>): RunVisit {
  if (delayMs <= 0) return run;
  return (step) =>
    run(async () => {
      await pause(delayMs);
      try {
        return await step();
      } finally {
        await pause(delayMs);
      }
    });
}
