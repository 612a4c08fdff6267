import { fileURLToPath } from 'node:url';
import { type NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import { createFetcher } from '../activities/egress/fetch.ts';
import { createPageActivities } from '../activities/pages/activities.ts';
import { createConverter } from '../activities/pages/offThread.ts';
import { createReadPage } from '../activities/pages/read.ts';
import type { Logger } from '../contracts/log.ts';
import type { Queue } from '../contracts/queues.ts';
import type { Settings } from '../contracts/settings.ts';
import type { Storage } from '../storage/mongo.ts';
import { activityInterceptor } from './interceptor.ts';
import { slots } from './slots.ts';

/** For development; a prebuilt bundle saves each worker the seconds that bundling takes. */
const workflowsPath = fileURLToPath(new URL('../workflows/index.ts', import.meta.url));

interface Wiring {
  settings: Settings;
  storage: Storage;
  log: Logger;
  connection: NativeConnection;
  queues: readonly Queue[];
}

/** One Temporal worker a queue, each with the activities that belong there and what those need. */
export async function createWorkers({ settings, storage, log, connection, queues }: Wiring) {
  const closers: (() => Promise<void>)[] = [];

  const roles: Record<Queue, () => Partial<WorkerOptions>> = {
    flow: () =>
      settings.WORKFLOW_BUNDLE ? { workflowBundle: { codePath: settings.WORKFLOW_BUNDLE } } : { workflowsPath },
    fetch: () => {
      const fetcher = createFetcher({
        rules: { allow: settings.EGRESS_ALLOW, map: settings.EGRESS_MAP },
        userAgent: settings.USER_AGENT,
      });
      const converter = createConverter({});
      closers.push(() => fetcher.close(), () => converter.close());
      return { activities: createPageActivities({ read: createReadPage({ fetcher, converter }), pages: storage.pages }) };
    },
    browser: () => ({}),
    image: () => ({}),
    model: () => ({}),
  };

  const workers = await Promise.all(
    queues.map((queue) =>
      Worker.create({
        connection,
        namespace: settings.TEMPORAL_NAMESPACE,
        taskQueue: queue,
        shutdownGraceTime: settings.SHUTDOWN_GRACE_MS,
        shutdownForceTime: settings.SHUTDOWN_GRACE_MS + 5_000,
        interceptors: { activity: [activityInterceptor(log)] },
        ...slots[queue],
        ...roles[queue](),
      }),
    ),
  );
  return { workers, close: () => Promise.all(closers.map((close) => close())) };
}
