import { Client, Connection, isGrpcServiceError } from '@temporalio/client';
import { queues } from '../../contracts/queues.ts';
import type { Settings } from '../../runtime/settings.ts';
import { temporalConnection } from '../../runtime/temporal/connection.ts';

/** One build of the workers, as Temporal knows it. */
export interface Build {
  build: string;
  /** `waiting`: never promoted. `drained`: nothing runs on it any more, its workers can be stopped. */
  state: 'current' | 'waiting' | 'draining' | 'drained';
  /** Workflows that run on it and will end on it. */
  running: number;
  /** Queues that its workers have asked for work. */
  queues: string[];
}

/** After this, whatever was started while the news of a promotion went round is in the count of what runs. */
const newsTravelMs = 30_000;
const notFound = 5;
const failedPrecondition = 9;

type Timestamp = { seconds?: { toNumber(): number } | number | null } | null | undefined;

function millis(time: Timestamp): number | undefined {
  const seconds = time?.seconds;
  if (seconds === null || seconds === undefined) return undefined;
  return (typeof seconds === 'number' ? seconds : seconds.toNumber()) * 1_000;
}

/** The builds of the workers: which one takes new work, and which old ones are still needed. */
export function openDeployment(settings: Settings) {
  const { TEMPORAL_NAMESPACE: namespace, DEPLOYMENT_NAME } = settings;
  const connection = Connection.lazy(temporalConnection(settings));
  const client = new Client({ connection, namespace });
  const { workflowService } = connection;
  const version = (buildId: string) => ({ deploymentName: DEPLOYMENT_NAME, buildId });

  const running = async (build: string) =>
    (
      await client.workflow.count(
        `TemporalWorkerDeploymentVersion = '${DEPLOYMENT_NAME}:${build}' AND ExecutionStatus = 'Running'`,
      )
    ).count;

  async function queuesOf(build: string): Promise<string[]> {
    const { versionTaskQueues } = await workflowService.describeWorkerDeploymentVersion({
      namespace,
      deploymentVersion: version(build),
    });
    const names = new Set((versionTaskQueues ?? []).map(({ name }) => name ?? ''));
    return queues.filter((queue) => names.has(queue));
  }

  return {
    /** Newest first; empty where no worker with a BUILD_ID has ever been there. */
    async builds(): Promise<Build[]> {
      const answer = await orNothing(() =>
        workflowService.describeWorkerDeployment({ namespace, deploymentName: DEPLOYMENT_NAME }),
      );
      const info = answer?.workerDeploymentInfo;
      const current = info?.routingConfig?.currentDeploymentVersion?.buildId;
      return Promise.all(
        (info?.versionSummaries ?? []).map(async (summary): Promise<Build> => {
          const build = summary.deploymentVersion?.buildId ?? '';
          const open = await running(build);
          const leftAt = millis(summary.lastDeactivationTime ?? summary.drainageInfo?.lastChangedTime);
          const longAgo = leftAt !== undefined && Date.now() - leftAt > newsTravelMs;
          const former = open === 0 && longAgo ? 'drained' : 'draining';
          const state = build === current ? 'current' : leftAt === undefined && open === 0 ? 'waiting' : former;
          return { build, state, running: open, queues: await queuesOf(build) };
        }),
      );
    },

    /** The queues that no worker of this build has asked yet; undefined where there is no such build. */
    async missing(build: string): Promise<string[] | undefined> {
      const known = await orNothing(() => queuesOf(build));
      return known && queues.filter((queue) => !known.includes(queue));
    },

    /** New work goes to this build from now on; what runs stays where it is. */
    async promote(build: string): Promise<void> {
      await workflowService.setWorkerDeploymentCurrentVersion({
        namespace,
        deploymentName: DEPLOYMENT_NAME,
        buildId: build,
      });
    },

    close: () => connection.close(),
  };
}

async function orNothing<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (isGrpcServiceError(error) && error.code === notFound) return undefined;
    throw error;
  }
}

/** What the server says against a promotion, where it does. */
export function refusalOf(error: unknown): string | undefined {
  return isGrpcServiceError(error) && error.code === failedPrecondition ? error.details : undefined;
}
