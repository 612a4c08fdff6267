import type { PageItem } from '../../contracts/results/page.ts';
import type { TrackedPages } from '../../storage/trackedPages.ts';
import { compareTexts, linesOf } from '../monitors/compareTexts.ts';
import type { FormatSource } from './derivedFormat.ts';

const goneStatuses: readonly (number | undefined)[] = [404, 410];
const jsonMode = 'changeTracking: changes are shown as lines; there is no json mode.';

/** Compares a page with how the account has read it last, and remembers it. */
export type TrackChanges = (source: FormatSource) => Promise<Pick<PageItem, 'changeTracking' | 'warning'>>;

export function createTrackChanges(trackedPages: Pick<TrackedPages, 'before' | 'keep'>): TrackChanges {
  return async ({ item, options, page }) => {
    const { modes = [], tag = '' } = options.formatOptions?.changeTracking ?? {};
    const place = { account: page.account, url: item.url, tag };
    const job = page.job ?? '';
    const lines = linesOf(item.markdown ?? '');
    const before = await trackedPages.before(place, job);
    const isGone = goneStatuses.includes(item.metadata.statusCode);
    if (!isGone) await trackedPages.keep(place, job, lines);
    const change = before && compareTexts(before.lines, lines, new Set());
    return {
      changeTracking: {
        previousScrapeAt: before?.readAt.toISOString() ?? null,
        changeStatus: statusOf(before !== undefined, isGone, change !== undefined),
        visibility: 'visible',
        ...(change?.diff !== undefined && modes.includes('git-diff') && { diff: { text: change.diff } }),
      },
      ...(modes.includes('json') && { warning: jsonMode }),
    };
  };
}

function statusOf(wasThere: boolean, isGone: boolean, hasChanged: boolean) {
  if (!wasThere) return 'new';
  if (isGone) return 'removed';
  return hasChanged ? 'changed' : 'same';
}
