import { stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';

/** An edge that has written a line that we can read is trusted to write the next ones for this long, … */
const trustedMs = 15_000;
/** … and is tried again after this. */
const probeIntervalMs = 5_000;
const maxEdges = 1_000;
export const probeExtension = '.probe';

interface Edge {
  trustedUntil: number;
  probe?: string;
  probedAt: number;
}

/**
 * Whether an edge writes where we read: its folder may be another one, or read-only. An edge is asked to write a line to
 * a file of its own, for a request that the gateway counts.
 */
export function createEdgeProbes(folder: string, instance: string) {
  const edges = new LRUCache<string, Edge>({ max: maxEdges });
  let made = 0;

  return {
    isTrusted: (name: string): boolean => (edges.get(name)?.trustedUntil ?? 0) > Date.now(),
    /** The file that the edge has to write to, if it is time to try it. */
    next(name: string): string | undefined {
      const edge = edges.get(name) ?? { trustedUntil: 0, probedAt: 0 };
      if (Date.now() - edge.probedAt < probeIntervalMs) return undefined;
      made += 1;
      const probe = `${instance}-${made}${probeExtension}`;
      edges.set(name, { ...edge, probe, probedAt: Date.now() });
      return probe;
    },
    /** Trusts the edges that have written. */
    async check(): Promise<void> {
      for (const edge of edges.values()) {
        if (edge.probe === undefined) continue;
        const path = join(folder, edge.probe);
        const found = await stat(path).catch(() => undefined);
        if (!found?.size) continue;
        edge.trustedUntil = edge.probedAt + trustedMs;
        delete edge.probe;
        await unlink(path).catch(() => {});
      }
    },
  };
}
