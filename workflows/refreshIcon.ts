import { proxyActivities } from '@temporalio/workflow';
import type { IconActivities } from '../activities/icons/activities.ts';
import type { RefreshWork } from '../contracts/work/images.ts';
import { imageTimeouts } from './timeouts.ts';

const { findSource } = proxyActivities<IconActivities>({ taskQueue: 'image', ...imageTimeouts });

/** Searches for a domain's picture and makes the renditions that callers wait for. Callers share one run by its id. */
export async function refreshIcon(work: RefreshWork): Promise<void> {
  await findSource(work);
}
