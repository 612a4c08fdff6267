import { Client } from '@temporalio/client';
import { type NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import type { Registry } from 'prom-client';
import type { Queue } from '../contracts/queues.ts';
import type { Logger } from '../runtime/log.ts';
import type { WorkMetrics } from '../runtime/metrics/work.ts';
import { readPlans } from '../runtime/plans.ts';
import { openKeyring } from '../runtime/secrets/openKeyring.ts';
import type { Settings } from '../runtime/settings.ts';
import { dataConverterWith } from '../runtime/temporal/dataConverter.ts';
import type { Tracing } from '../runtime/tracing/tracing.ts';
import type { Storage } from '../storage/storage.ts';
import { activityInterceptor } from './activityInterceptor.ts';
import type { RoleCalls } from './calls/procedures.ts';
import type { Role } from './roles/role.ts';
import { tracedWork } from './tracingInterceptors.ts';

/** Loaded on demand: all roles together need fifty megabytes more than a single one. */
const roles: Record<Queue, () => Promise<Role>> = {
  flow: async () => (await import('./roles/flow.ts')).flow,
  fetch: async () => (await import('./roles/fetch.ts')).fetch,
  browser: async () => (await import('./roles/browser.ts')).browser,
  image: async () => (await import('./roles/image.ts')).image,
  model: async () => (await import('./roles/model.ts')).model,
};

/** Loads the code of the roles, which takes longer than everything else at a start. */
export async function loadRoles(queues: readonly Queue[]): Promise<void> {
  await Promise.all(queues.map((queue) => roles[queue]()));
}

interface Deps {
  settings: Settings;
  storage: Storage;
  log: Logger;
  metrics: WorkMetrics;
  tracing: Tracing;
  registry: Registry;
  connection: NativeConnection;
  queues: readonly Queue[];
}

/** One Temporal worker per queue, each with its activities and what those need, and the calls that they answer. */
export async function createWorkers(deps: Deps) {
  const { settings, storage, log, metrics, tracing, registry, connection, queues } = deps;
  const { activity, workflowModules, sinks } = await tracedWork(tracing);
  const keyring = openKeyring(settings);
  const dataConverter = dataConverterWith(keyring);
  const closers: (() => Promise<unknown>)[] = [];
  const roleDeps = {
    queues,
    settings,
    plans: readPlans(settings.PLANS_FILE),
    storage,
    log,
    metrics,
    tracing,
    temporal: new Client({ connection, namespace: settings.TEMPORAL_NAMESPACE, dataConverter }),
    registry,
    onClose: (close: () => Promise<unknown>) => closers.push(close),
  };
  const calls: RoleCalls[] = [];
  const withInterceptors = (role: Partial<WorkerOptions>): Partial<WorkerOptions> => ({
    ...role,
    interceptors: {
      // Tracing is outermost, so that log lines carry the trace id.
      activity: [...activity, activityInterceptor(log, metrics)],
      // A prebuilt bundle contains them already.
      ...(role.workflowsPath && { workflowModules }),
    },
  });
  const workers = await Promise.all(
    queues.map(async (queue) => {
      const createRole = await roles[queue]();
      const { calls: roleCalls, ...role } = await createRole(roleDeps);
      if (roleCalls) calls.push(roleCalls);
      return Worker.create({
        connection,
        namespace: settings.TEMPORAL_NAMESPACE,
        taskQueue: queue,
        dataConverter,
        shutdownGraceTime: settings.SHUTDOWN_GRACE_MS,
        shutdownForceTime: settings.SHUTDOWN_GRACE_MS + 5_000,
        ...versioning(settings),
        // How long a workflow waits for the worker that has it cached before any other may continue it.
        stickyQueueScheduleToStartTimeout: '5 seconds',
        // By default the SDK holds heartbeats back for four fifths of their timeout, which leaves a busy worker one second.
        maxHeartbeatThrottleInterval: '2 seconds',
        sinks,
        ...withInterceptors(role),
      });
    }),
  );
  return { workers, calls, keyring, close: () => Promise.all(closers.map((close) => close())) };
}

/** With a build id, a workflow stays on the build it started on; new ones go to the build that was promoted. */
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
