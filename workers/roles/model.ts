import { createBrandChoiceActivities } from '../../activities/branding/activities.ts';
import { createAskModel } from '../../activities/branding/model/askModel.ts';
import { createExtractActivities } from '../../activities/extract/activities.ts';
import { createExtractor } from '../../activities/extract/extractor.ts';
import { createModel } from '../../activities/extract/model/client.ts';
import { watchingModel } from '../../activities/extract/model/watched.ts';
import { createThreads } from '../../activities/extract/offThread.ts';
import type { Settings } from '../../runtime/settings.ts';
import type { Role } from './role.ts';

export function hasModel({ OPENAI_API_KEY, OPENAI_BASE_URL }: Settings): boolean {
  return Boolean(OPENAI_API_KEY || OPENAI_BASE_URL);
}

/** The server is the operator's choice, not a caller's: it is asked directly, not through the address guard. */
function modelOf(settings: Settings) {
  const { OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL, OPENAI_TIMEOUT_MS } = settings;
  return hasModel(settings)
    ? createModel({
        // A server of one's own may want none, but the header has to hold something.
        apiKey: OPENAI_API_KEY ?? 'none',
        baseUrl: OPENAI_BASE_URL ?? 'https://api.openai.com/v1',
        model: OPENAI_MODEL,
        timeoutMs: OPENAI_TIMEOUT_MS,
      })
    : undefined;
}

/** Answers that are worked out from a page: by its declarations, and by a language model where there is one. */
export const model: Role = ({ settings, storage, log, metrics, tracing, onClose }) => {
  const threads = createThreads({ threads: settings.EXTRACT_THREADS });
  onClose(() => threads.close());
  const model = modelOf(settings);
  const extract = createExtractor({
    threads,
    model: model && watchingModel(model, 'extract', { metrics, tracing }),
    contextTokens: settings.OPENAI_CONTEXT_TOKENS,
  });
  return {
    activities: {
      ...createExtractActivities({ storage, extract, log }),
      ...(model &&
        createBrandChoiceActivities({
          ask: createAskModel(watchingModel(model, 'branding', { metrics, tracing })),
          profiles: storage.profiles,
        })),
    },
    // These mostly wait for the model.
    maxConcurrentActivityTaskExecutions: 20,
  };
};
