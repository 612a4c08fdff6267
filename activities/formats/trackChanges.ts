import { Failure } from '../../contracts/failures.ts';
import { structuredDataPrice } from '../../contracts/prices.ts';
import type { Reading, TrackedPages } from '../../storage/trackedPages.ts';
import type { Extractor } from '../extract/extractor.ts';
import { compareTexts, linesOf } from '../monitors/compareTexts.ts';
import { changedValues } from './changedValues.ts';
import type { DerivedFormat, FormatSource } from './derivedFormat.ts';
import { extractFrom } from './extractFrom.ts';

const goneStatuses: readonly (number | undefined)[] = [404, 410];
/** A page whose data is longer is compared by its lines alone. */
const maxValuesLength = 256 * 1024;

/** Compares a page with how the account has read it last, and remembers it. */
export type TrackChanges = (source: FormatSource) => Promise<DerivedFormat>;

interface Deps {
  trackedPages: Pick<TrackedPages, 'before' | 'keep'>;
  /** Absent without a language model. */
  extract: Extractor | undefined;
}

export function createTrackChanges({ trackedPages, extract }: Deps): TrackChanges {
  /** The data of the json mode as JSON; or why there is none. */
  async function readValues(source: FormatSource): Promise<{ values?: string; warning?: string }> {
    const question = source.options.formatOptions?.changeTracking?.values;
    if (!question) return {};
    if (!extract) return { warning: 'changeTracking: No language model is configured for the json mode.' };
    if (question.schema === undefined && question.prompt === undefined)
      return { warning: 'changeTracking: The json mode needs a schema, a prompt or both.' };
    try {
      const values = JSON.stringify((await extractFrom(source, question, extract)).data);
      if (values.length <= maxValuesLength) return { values };
      return { warning: 'changeTracking: The data of the json mode is too long to be compared.' };
    } catch (error) {
      source.signal.throwIfAborted();
      if (!(error instanceof Failure)) throw error;
      return { warning: `changeTracking: ${error.message}` };
    }
  }

  return async (source) => {
    const { item, options, page } = source;
    const { modes = [], tag = '' } = options.formatOptions?.changeTracking ?? {};
    const place = { account: page.account, url: item.url, tag };
    const job = page.job ?? '';
    const lines = linesOf(item.markdown ?? '');
    const isGone = goneStatuses.includes(item.metadata.statusCode);
    const { values, warning } = isGone ? {} : await readValues(source);
    const before = await trackedPages.before(place, job);
    if (!isGone) await trackedPages.keep(place, job, { lines, ...(values !== undefined && { values }) });
    const change = before && compareTexts(before.lines, lines, new Set());
    return {
      fields: {
        changeTracking: {
          previousScrapeAt: before?.readAt.toISOString() ?? null,
          changeStatus: statusOf(before !== undefined, isGone, change !== undefined),
          visibility: 'visible',
          ...(change?.diff !== undefined && modes.includes('git-diff') && { diff: { text: change.diff } }),
          ...valuesChange(before, values),
        },
        ...(warning && { warning }),
      },
      credits: values === undefined ? 0 : structuredDataPrice,
    };
  };
}

function valuesChange(before: Reading | undefined, values: string | undefined) {
  if (before?.values === undefined || values === undefined) return {};
  return { json: changedValues(JSON.parse(before.values), JSON.parse(values)) };
}

function statusOf(wasThere: boolean, isGone: boolean, hasChanged: boolean) {
  if (!wasThere) return 'new';
  if (isGone) return 'removed';
  return hasChanged ? 'changed' : 'same';
}
