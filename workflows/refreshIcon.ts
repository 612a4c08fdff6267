import { proxyActivities } from '@temporalio/workflow';
import type { IconActivities } from '../activities/icons/activities.ts';
import type { RefreshWork } from '../contracts/work/images.ts';
import { imageStep } from './timeouts.ts';

const { findSource } = proxyActivities<IconActivities>(imageStep);

/** Finds a domain's picture again, and with it the renditions that are waited for. Its id makes callers share one run. */
export function refreshIcon(work: RefreshWork): Promise<void> {
  return findSource(work);
}
