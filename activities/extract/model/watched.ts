import type { ModelMetrics } from '../../../contracts/metrics/work.ts';
import type { Model } from './client.ts';

/** The model with its calls counted under what they are made for. */
export const watchingModel = (
  model: Model,
  purpose: Parameters<ModelMetrics['modelCalled']>[0],
  metrics: ModelMetrics,
): Model => ({
  ask: (messages, schema, signal) => model.ask(messages, schema, signal, (call) => metrics.modelCalled(purpose, call)),
});
