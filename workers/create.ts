import { type NativeConnection, Worker } from '@temporalio/worker';
import type { Logger } from '../contracts/log.ts';
import { readPlans } from '../contracts/plans.ts';
import type { Queue } from '../contracts/queues.ts';
import type { Settings } from '../contracts/settings.ts';
import type { Storage } from '../storage/mongo.ts';
import { activityInterceptor } from './interceptor.ts';
import { browser } from './roles/browser.ts';
import { fetch } from './roles/fetch.ts';
import { flow } from './roles/flow.ts';
import { image } from './roles/image.ts';
import { model } from './roles/model.ts';
import type { Role } from './roles/role.ts';

const roles: Record<Queue, Role> = { flow, fetch, browser, image, model };

interface Wiring {
  settings: Settings;
  storage: Storage;
  log: Logger;
  connection: NativeConnection;
  queues: readonly Queue[];
}

/** One Temporal worker a queue, each with the activities that belong there and what those need. */
export async function createWorkers({ settings, storage, log, connection, queues }: Wiring) {
  const closers: (() => Promise<unknown>)[] = [];
  const parts = {
    settings,
    plans: readPlans(settings.PLANS_FILE),
    storage,
    log,
    onClose: (close: () => Promise<unknown>) => closers.push(close),
  };
  const workers = await Promise.all(
    queues.map(async (queue) =>
      Worker.create({
        connection,
        namespace: settings.TEMPORAL_NAMESPACE,
        taskQueue: queue,
        shutdownGraceTime: settings.SHUTDOWN_GRACE_MS,
        shutdownForceTime: settings.SHUTDOWN_GRACE_MS + 5_000,
        ...versioning(settings),
        // How long a workflow waits for the worker that knows it before any other may go on with it.
        stickyQueueScheduleToStartTimeout: '5 seconds',
        interceptors: { activity: [activityInterceptor(log)] },
        ...(await roles[queue](parts)),
      }),
    ),
  );
  return { workers, close: () => Promise.all(closers.map((close) => close())) };
}

/** With a build id, work stays on the build it began on until it ends; new work goes to the build that was promoted. */
const versioning = ({ BUILD_ID: buildId, DEPLOYMENT_NAME: deploymentName }: Settings) =>
  buildId === undefined
    ? {}
    : {
        workerDeploymentOptions: {
          version: { deploymentName, buildId },
          useWorkerVersioning: true as const,
          defaultVersioningBehavior: 'PINNED' as const,
        },
      };
