import type { ModelMetrics } from '../../../runtime/metrics/work.ts';
import type { Tracing } from '../../../runtime/tracing/tracing.ts';
import type { Model } from './client.ts';

/** Adds metrics and traces to the model's calls, labeled with the purpose. */
export function withTelemetry(
  model: Model,
  purpose: Parameters<ModelMetrics['modelCalled']>[0],
  { metrics, tracing }: { metrics: ModelMetrics; tracing: Tracing },
): Model {
  return {
    ask: (messages, schema, signal) =>
      tracing.step('ask the model', { 'sightread.purpose': purpose }, () =>
        model.ask(messages, schema, signal, (call) => metrics.modelCalled(purpose, call)),
      ),
  };
}
