import { createIconActivities } from '../../activities/icons/activities.ts';
import { createDecoderPool } from '../../activities/icons/decode/pool.ts';
import { createIconFinder } from '../../activities/icons/find.ts';
import { createMarks } from '../../activities/icons/marks/marks.ts';
import { createRenditionMaker } from '../../activities/icons/renditions.ts';
import { workflowCode } from '../workflowCode.ts';
import { openFetcher } from './reading.ts';
import type { Role } from './role.ts';

/** Searching, decoding and rendering images, and the workflows that callers wait for meanwhile. */
export const image: Role = async (deps) => {
  const { fetch } = openFetcher(deps);
  const decoder = createDecoderPool();
  deps.onClose(() => decoder.close());
  await decoder.warm();
  const finder = createIconFinder({
    fetch,
    decoder,
    marks: createMarks(),
    services: deps.settings.FAVICON_SERVICES,
  });
  return {
    ...workflowCode(deps),
    activities: createIconActivities({
      storage: deps.storage,
      finder,
      renditions: createRenditionMaker({ decoder }),
      metrics: deps.metrics,
    }),
    maxConcurrentActivityTaskExecutions: 20,
    maxConcurrentWorkflowTaskExecutions: 20,
  };
};
