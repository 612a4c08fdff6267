import type { ModelMetrics } from '../../../runtime/metrics/work.ts';
import type { Tracing } from '../../../runtime/tracing/tracing.ts';
import type { Model } from './client.ts';

/** The model with its calls counted and traced under what they are made for. */
export function watchingModel(
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
