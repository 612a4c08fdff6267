/** Which worker processes run by default, and where each serves its metrics. */
import { type PortClaim, type Ports, portClaimOf } from '../servers/ports.ts';

/** One process per entry, with the queues that it serves. deploy/prometheus/local.yml lists them in the same order. */
export const defaultWorkers: readonly (readonly string[])[] = [['flow'], ['fetch'], ['browser'], ['image', 'model']];

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
      usedFor: `the metrics of the ${queues.join(' and ')} worker (METRICS_PORT + ${index + 1})`,
      variable: 'METRICS_PORT' as const,
    })),
  ];
}
