import { createIconActivities } from '../../activities/icons/activities.ts';
import { createDecoderPool } from '../../activities/icons/decode/pool.ts';
import { createIconFinder } from '../../activities/icons/find.ts';
import { createMarks } from '../../activities/icons/marks/marks.ts';
import { createRenditionMaker } from '../../activities/icons/renditions.ts';
import { workflowCode } from '../workflowCode.ts';
import { openFetcher } from './reading.ts';
import type { Role } from './role.ts';

/** Finding, decoding and rendering images; also the workflows that a caller waits for while that is done. */
export const image: Role = async (parts) => {
  const { fetch } = openFetcher(parts);
  const decode = createDecoderPool();
  parts.onClose(() => decode.close());
  await decode.warm();
  const finder = createIconFinder({ fetch, decoder: decode, marks: createMarks(), services: parts.settings.FAVICON_SERVICES });
  return {
    ...workflowCode(parts),
    activities: createIconActivities({
      storage: parts.storage,
      finder,
      renditions: createRenditionMaker({ decode }),
      metrics: parts.metrics,
    }),
    maxConcurrentActivityTaskExecutions: 20,
    maxConcurrentWorkflowTaskExecutions: 20,
  };
};
