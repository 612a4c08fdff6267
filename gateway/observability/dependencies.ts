import { withTimeout } from '../../runtime/timeLimit.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Flows } from '../temporal/flows.ts';

/** Shorter than the timeout of a probe, so that the probe gets an answer. */
const pingTimeoutMs = 2_000;

export const dependencyNames = ['mongodb', 'minio', 'temporal'] as const;
export type Dependency = (typeof dependencyNames)[number];

/** Whether each of the servers behind the gateway answers. */
export type CheckDependencies = () => Promise<Record<Dependency, boolean>>;

export function createDependencyCheck({ storage, flows }: { storage: Storage; flows: Flows }): CheckDependencies {
  return async () => {
    const [mongodb, minio, temporal] = await Promise.all([
      answers(() => storage.ping()),
      answers(() => storage.objects.ping()),
      answers(() => flows.ping()),
    ]);
    return { mongodb, minio, temporal };
  };
}

function answers(ping: () => Promise<void>): Promise<boolean> {
  return withTimeout(pingTimeoutMs, ping(), 'no answer').then(
    () => true,
    () => false,
  );
}
