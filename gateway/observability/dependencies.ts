import { inTime } from '../../runtime/timeLimit.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Flows } from '../temporal/flows.ts';

/** A server that takes longer than this to answer is away: whoever asks has an answer before a probe gives up. */
const patienceMs = 2_000;

export const dependencyNames = ['mongodb', 'minio', 'temporal'] as const;
export type Dependency = (typeof dependencyNames)[number];

/** Whether each of the servers that everything stands on answers. */
export type LookAtDependencies = () => Promise<Record<Dependency, boolean>>;

export function createDependencies({ storage, flows }: { storage: Storage; flows: Flows }): LookAtDependencies {
  return async () => {
    const [mongodb, minio, temporal] = await Promise.all([
      answersInTime(() => storage.ping()),
      answersInTime(() => storage.objects.ping()),
      answersInTime(() => flows.ping()),
    ]);
    return { mongodb, minio, temporal };
  };
}

function answersInTime(ping: () => Promise<void>): Promise<boolean> {
  return inTime(patienceMs, ping(), 'no answer').then(
    () => true,
    () => false,
  );
}
