import { continueAsNew, proxyActivities, sleep, workflowInfo } from '@temporalio/workflow';
import type { IconActivities } from '../activities/icons/activities.ts';
import type { SweepWork } from '../contracts/work/images.ts';
import { imageStep } from './timeouts.ts';

const { dueSources, findSource } = proxyActivities<IconActivities>(imageStep);

const pageSize = 20;
/** Between two pages, so that callers' own requests find free workers. */
const breath = '2 seconds';
const eventsARun = 1_500;

/** Asks every site whose week is over, a page of them at a time, through any number of them. */
export async function sweepIcons({ after = '', count = 0 }: SweepWork = {}): Promise<number> {
  let last = after;
  let done = count;
  while (workflowInfo().historyLength < eventsARun) {
    const page = await dueSources({ after: last, limit: pageSize });
    const end = page.at(-1);
    if (!end) return done;
    // One site that cannot be asked does not keep the others waiting.
    await Promise.allSettled(page.map(({ kind, domain, theme }) => findSource({ kind, domain, theme, wanted: [] })));
    done += page.length;
    last = end.id;
    await sleep(breath);
  }
  return continueAsNew<typeof sweepIcons>({ after: last, count: done });
}
