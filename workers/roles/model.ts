import { createBrandChoiceActivities } from '../../activities/branding/activities.ts';
import { createAskModel } from '../../activities/branding/model/askModel.ts';
import { createExtractActivities } from '../../activities/extract/activities.ts';
import { withTelemetry } from '../../activities/extract/model/withTelemetry.ts';
import { openModelWork } from './languageModel.ts';
import type { Role } from './role.ts';

/** Answers from a page: by its declarations, and by a language model if one is configured. */
export const model: Role = async (deps) => {
  const { storage, log, metrics, tracing } = deps;
  const { model, extract } = await openModelWork(deps);
  return {
    activities: {
      ...createExtractActivities({ storage, extract, log }),
      ...(model &&
        createBrandChoiceActivities({
          askModel: createAskModel(withTelemetry(model, 'branding', { metrics, tracing })),
          profiles: storage.profiles,
        })),
    },
    // These mostly wait for the model.
    maxConcurrentActivityTaskExecutions: 20,
  };
};
