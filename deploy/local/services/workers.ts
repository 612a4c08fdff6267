/** Which worker processes run, and where each serves its metrics. */
import { queues as allQueues, type Queue } from '../../../contracts/queues.ts';
import { type PortClaim, type Ports, portClaimOf } from '../servers/ports.ts';

/**
 * One process per entry, with the queues that it serves. `npm start` runs a single one: a process for each queue
 * takes more than twice the memory. deploy/prometheus/local.yml lists the same.
 */
export const defaultWorkers: readonly (readonly Queue[])[] = [allQueues];

/** As in production, except that two queues share a process: each can be killed, and the others go on. */
export const separateWorkers: readonly (readonly Queue[])[] = [['flow'], ['fetch'], ['browser'], ['image', 'model']];

export function workerName(queues: readonly string[]): string {
  return queues.length === allQueues.length ? 'worker' : `worker-${queues.join('-')}`;
}

/** The gateway serves its metrics on METRICS_PORT, the workers on the ports after it. */
export function workerMetricsPort(metricsPort: number, index: number) {
  return metricsPort + 1 + index;
}

/** The ports that must be free before the gateway and the workers start. */
export function servicePorts(ports: Ports): PortClaim[] {
  return [
    ...(['PORT', 'IMAGE_PORT', 'METRICS_PORT'] as const).map((name) => portClaimOf(ports, name)),
    ...defaultWorkers.map((queues, index) => ({
      port: workerMetricsPort(ports.METRICS_PORT, index),
      usedFor: `the metrics of the ${workerName(queues)} (METRICS_PORT + ${index + 1})`,
      variable: 'METRICS_PORT' as const,
    })),
  ];
}
