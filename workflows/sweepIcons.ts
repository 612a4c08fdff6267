import { continueAsNew, patched, proxyActivities, sleep } from '@temporalio/workflow';
import type { IconActivities } from '../activities/icons/activities.ts';
import { hoursOfWeek, type SweepWork } from '../contracts/work/images.ts';
import { isHistoryFull } from './historyLimits.ts';
import { imageTimeouts } from './timeouts.ts';

const { dueSources, findSource, collectPictures } = proxyActivities<IconActivities>({
  taskQueue: 'image',
  ...imageTimeouts,
});

const pageSize = 20;
/** Between two pages, so that callers' own requests find free workers. */
const pause = '2 seconds';
/** A run with more events than this continues in a new one. */
const maxHistoryEvents = 1_500;

const hourMs = 60 * 60 * 1000;

/**
 * Searches every site whose week is over, a page of them at a time, then collects what nobody needs any more. Returns how
 * many were searched.
 */
export async function sweepIcons({ after = '', count = 0 }: SweepWork = {}): Promise<number> {
  let last = after;
  let done = count;
  while (!isHistoryFull(maxHistoryEvents)) {
    const page = await dueSources({ after: last, limit: pageSize });
    const end = page.at(-1);
    if (!end) {
      if (patched('collect-pictures')) await collectPictures({ hourOfWeek: hourOfWeek() });
      return done;
    }
    // One site that cannot be searched does not hold up the others.
    await Promise.allSettled(page.map(({ kind, domain, theme }) => findSource({ kind, domain, theme, wanted: [] })));
    done += page.length;
    last = end.id;
    await sleep(pause);
  }
  return continueAsNew<typeof sweepIcons>({ after: last, count: done });
}

function hourOfWeek(): number {
  return Math.floor(Date.now() / hourMs) % hoursOfWeek;
}
