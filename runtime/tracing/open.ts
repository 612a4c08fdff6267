import type { Logger } from '../log.ts';
import { noTracing, type Tracing } from './tracing.ts';

interface Collector {
  /** The collector's address; without it nothing is loaded. */
  endpoint: string | undefined;
  part: 'gateway' | 'worker';
  log: Logger;
}

export async function openTracing({ endpoint, part, log }: Collector): Promise<Tracing> {
  if (endpoint === undefined) return noTracing;
  const { createTracing } = await import('./openTelemetry.ts');
  log.info({ endpoint }, 'traces are sent to the collector');
  return createTracing({ endpoint, part, log });
}
