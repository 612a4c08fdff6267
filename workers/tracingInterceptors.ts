import type { WorkerInterceptors, WorkerOptions } from '@temporalio/worker';
import type { Tracing } from '../runtime/tracing/tracing.ts';
import { traceModules } from './workflowCode.ts';

interface TracedWork {
  activity: NonNullable<WorkerInterceptors['activity']>;
  workflowModules: string[];
  sinks: NonNullable<WorkerOptions['sinks']>;
}

/** What a worker needs so that its workflows and activities continue the traces that start them. */
export async function tracedWork({ spans }: Tracing): Promise<TracedWork> {
  if (!spans) return { activity: [], workflowModules: [], sinks: {} };
  const temporal = await import('@temporalio/interceptors-opentelemetry');
  return {
    activity: [(context) => ({ inbound: new temporal.OpenTelemetryActivityInboundInterceptor(context) })],
    workflowModules: traceModules(),
    sinks: { exporter: temporal.makeWorkflowExporter(spans.processor, spans.resource) },
  };
}
