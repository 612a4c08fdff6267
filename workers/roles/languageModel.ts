import { createAskModel } from '../../activities/branding/model/askModel.ts';
import { createExtractor, type Extractor } from '../../activities/extract/extractor.ts';
import { openExtractPool } from '../../activities/extract/extractPool.ts';
import type { Model } from '../../activities/extract/model/client.ts';
import { withTelemetry } from '../../activities/extract/model/withTelemetry.ts';
import { type BrandOf, createBrandOf } from '../../activities/formats/brand.ts';
import { createSummarize, type Summarize } from '../../activities/formats/summarize.ts';
import type { Settings } from '../../runtime/settings.ts';
import type { RoleDeps } from './role.ts';

export function hasModel({ OPENAI_API_KEY, OPENAI_BASE_URL }: Settings): boolean {
  return Boolean(OPENAI_API_KEY || OPENAI_BASE_URL);
}

/** The operator chooses the server, not a caller, so it is called directly and not through the address guard. */
async function modelOf(settings: Settings): Promise<Model | undefined> {
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

interface ModelWork {
  model: Model | undefined;
  extract: Extractor;
  summarize: Summarize;
  brandOf: BrandOf;
}

/** The roles of one process share their threads. */
const opened = new WeakMap<RoleDeps, Promise<ModelWork>>();

/** What is worked out from a page, by a language model if one is configured. */
export function openModelWork(deps: RoleDeps): Promise<ModelWork> {
  const work = opened.get(deps) ?? createModelWork(deps);
  opened.set(deps, work);
  return work;
}

async function createModelWork({ settings, metrics, tracing, onClose }: RoleDeps): Promise<ModelWork> {
  const pool = openExtractPool({ threads: settings.EXTRACT_THREADS });
  onClose(() => pool.close());
  const model = await modelOf(settings);
  const contextTokens = settings.OPENAI_CONTEXT_TOKENS;
  const forPurpose = (purpose: 'extract' | 'summary' | 'branding') =>
    model && withTelemetry(model, purpose, { metrics, tracing });
  const chooser = forPurpose('branding');
  return {
    model,
    extract: createExtractor({ pool, model: forPurpose('extract'), contextTokens }),
    summarize: createSummarize({ model: forPurpose('summary'), contextTokens }),
    brandOf: createBrandOf(chooser && createAskModel(chooser)),
  };
}
