import { proxyLocalActivities } from '@temporalio/workflow';
import type { IconActivities } from '../activities/icons/activities.ts';
import type { RenderWork } from '../contracts/work/images.ts';
import { promptImageStep } from './timeouts.ts';

const { renderRendition } = proxyLocalActivities<IconActivities>(promptImageStep);

/** Makes one rendition of a known source. For gateways of the version before, which did not call workers directly. */
export async function renderImage(work: RenderWork): Promise<void> {
  await renderRendition(work);
}
