import { proxyLocalActivities } from '@temporalio/workflow';
import type { IconActivities } from '../activities/icons/activities.ts';
import type { RenderWork } from '../contracts/work/images.ts';
import { promptImageStep } from './timeouts.ts';

const { renderRendition } = proxyLocalActivities<IconActivities>(promptImageStep);

/** Makes one rendition of a source that is there. A caller waits, so the worker that takes it also does it. */
export function renderImage(work: RenderWork): Promise<void> {
  return renderRendition(work);
}
