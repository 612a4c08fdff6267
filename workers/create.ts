import { type NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import type { Registry } from 'prom-client';
import type { Queue } from '../contracts/queues.ts';
import type { Logger } from '../runtime/log.ts';
import type { WorkMetrics } from '../runtime/metrics/work.ts';
import { readPlans } from '../runtime/plans.ts';
import type { Settings } from '../runtime/settings.ts';
import type { Tracing } from '../runtime/tracing/tracing.ts';
import type { Storage } from '../storage/storage.ts';
import { activityInterceptor } from './interceptor.ts';
import type { Role } from './roles/role.ts';
import { tracedWork } from './traces.ts';

/** Loaded by those that play them: what all roles need together is fifty megabytes more than what one needs. */
const roles: Record<Queue, () => Promise<Role>> = {
  flow: async () => (await import('./roles/flow.ts')).flow,
  fetch: async () => (await import('./roles/fetch.ts')).fetch,
  browser: async () => (await import('./roles/browser.ts')).browser,
  image: async () => (await import('./roles/image.ts')).image,
  model: async () => (await import('./roles/model.ts')).model,
};

interface Wiring {
  settings: Settings;
  storage: Storage;
  log: Logger;
  metrics: WorkMetrics;
  tracing: Tracing;
  registry: Registry;
  connection: NativeConnection;
  queues: readonly Queue[];
}

/** One Temporal worker a queue, each with the activities that belong there and what those need. */
export async function createWorkers(wiring: Wiring) {
  const { settings, storage, log, metrics, tracing, registry, connection, queues } = wiring;
  const { activity, workflowModules, sinks } = await tracedWork(tracing);
  const closers: (() => Promise<unknown>)[] = [];
  const parts = {
    settings,
    plans: readPlans(settings.PLANS_FILE),
    storage,
    log,
    metrics,
    tracing,
    registry,
    onClose: (close: () => Promise<unknown>) => closers.push(close),
  };
  const withInterceptors = (role: Partial<WorkerOptions>): Partial<WorkerOptions> => ({
    ...role,
    interceptors: {
      // The trace outermost, so that log lines know it.
      activity: [...activity, activityInterceptor(log, metrics)],
      // A prebuilt bundle has them in it.
      ...(role.workflowsPath && { workflowModules }),
    },
  });
  const workers = await Promise.all(
    queues.map(async (queue) => {
      const role = await roles[queue]();
      return Worker.create({
        connection,
        namespace: settings.TEMPORAL_NAMESPACE,
        taskQueue: queue,
        shutdownGraceTime: settings.SHUTDOWN_GRACE_MS,
        shutdownForceTime: settings.SHUTDOWN_GRACE_MS + 5_000,
        ...versioning(settings),
        // How long a workflow waits for the worker that knows it before any other may go on with it.
        stickyQueueScheduleToStartTimeout: '5 seconds',
        sinks,
        ...withInterceptors(await role(parts)),
      });
    }),
  );
  return { workers, close: () => Promise.all(closers.map((close) => close())) };
}

/** With a build id, work stays on the build it began on until it ends; new work goes to the build that was promoted. */
function versioning({ BUILD_ID: buildId, DEPLOYMENT_NAME: deploymentName }: Settings) {
  return buildId === undefined
    ? {}
    : {
        workerDeploymentOptions: {
          version: { deploymentName, buildId },
          useWorkerVersioning: true as const,
          defaultVersioningBehavior: 'PINNED' as const,
        },
      };
}
