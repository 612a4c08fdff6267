import { createBrandChoiceActivities } from '../../activities/branding/activities.ts';
import { createAskModel } from '../../activities/branding/model/askModel.ts';
import { createExtractActivities } from '../../activities/extract/activities.ts';
import { createExtractor } from '../../activities/extract/extractor.ts';
import { openExtractPool } from '../../activities/extract/extractPool.ts';
import { withTelemetry } from '../../activities/extract/model/withTelemetry.ts';
import type { Settings } from '../../runtime/settings.ts';
import type { Role } from './role.ts';

export function hasModel({ OPENAI_API_KEY, OPENAI_BASE_URL }: Settings): boolean {
  return Boolean(OPENAI_API_KEY || OPENAI_BASE_URL);
}

/** The operator chooses the server, not a caller, so it is called directly and not through the address guard. */
async function modelOf(settings: Settings) {
  if (!hasModel(settings)) return undefined;
  const { OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL, OPENAI_TIMEOUT_MS } = settings;
  // Imported here because most stacks have no model and need no client.
  const { createModel } = await import('../../activities/extract/model/client.ts');
  return createModel({
    // A self-hosted server may need no key, but the client insists on one.
    apiKey: OPENAI_API_KEY ?? 'none',
    baseUrl: OPENAI_BASE_URL ?? 'https://api.openai.com/v1',
    model: OPENAI_MODEL,
    timeoutMs: OPENAI_TIMEOUT_MS,
  });
}

/** Answers from a page: by its declarations, and by a language model if one is configured. */
export const model: Role = async ({ settings, storage, log, metrics, tracing, onClose }) => {
  const pool = openExtractPool({ threads: settings.EXTRACT_THREADS });
  onClose(() => pool.close());
  const model = await modelOf(settings);
  const extract = createExtractor({
    pool,
    model: model && withTelemetry(model, 'extract', { metrics, tracing }),
    contextTokens: settings.OPENAI_CONTEXT_TOKENS,
  });
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
