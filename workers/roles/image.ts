import { createIconActivities } from '../../activities/icons/activities.ts';
import { createDecoderPool } from '../../activities/icons/decode/pool.ts';
import { createFallbacks } from '../../activities/icons/fallbacks.ts';
import { createIconFinder } from '../../activities/icons/find.ts';
import { createMarks } from '../../activities/icons/marks/marks.ts';
import { createPictures, type MadeRendition } from '../../activities/icons/pictures.ts';
import { createRenditionMaker } from '../../activities/icons/renditions.ts';
import { createWriteBehind } from '../../activities/icons/writeBehind.ts';
import type { CallAnswer, FoundPicture } from '../../contracts/work/calls.ts';
import { workflowCode } from '../workflowCode.ts';
import { openSiteFetcher } from './reading.ts';
import type { Role } from './role.ts';

/** Most of this work is waiting for sites and for the object store. */
const slots = 20;

/** Searching, decoding and rendering images, and the workflows that callers wait for meanwhile. */
export const image: Role = async (deps) => {
  const { fetch } = openSiteFetcher(deps);
  const decoder = createDecoderPool();
  deps.onClose(() => decoder.close());
  await decoder.warm();
  const marks = createMarks();
  const finder = createIconFinder({
    fetch,
    decoder,
    marks,
    services: deps.settings.FAVICON_SERVICES,
  });
  const { storage, metrics, log } = deps;
  const renditions = createRenditionMaker({
    decoder,
    onProblem: (problem, of) => log.warn({ ...of, problem }, 'a rendition could not be made'),
  });
  const pictures = createPictures({ storage, finder, renditions, metrics });
  const fallbacks = createFallbacks({ storage, decoder, pictures });

  const behind = createWriteBehind({
    store: pictures.store,
    onFailure: (error, { name }) => log.warn({ err: error, name }, 'a rendition was not stored'),
    limit: slots,
  });
  deps.onClose(behind.close);

  async function answerOf(made: MadeRendition | undefined): Promise<CallAnswer<FoundPicture>> {
    if (!made) return {};
    await behind.store(made);
    return { value: { from: made.from }, content: made.body };
  }

  return {
    ...workflowCode(deps),
    activities: createIconActivities({ storage, pictures }),
    calls: {
      queue: 'image',
      slots,
      procedures: {
        findPicture: async (work, signal) => answerOf(await pictures.findWanted(work, signal)),
        renderPicture: async (work, signal) => answerOf(await pictures.render(work, signal)),
        findBrands: async ({ text, limit }) => ({ value: marks.search(text, limit) }),
        drawFallback: async (work, signal) => {
          const content = await fallbacks.draw(work, signal);
          return content ? { content } : {};
        },
      },
    },
    maxConcurrentActivityTaskExecutions: slots,
    maxConcurrentWorkflowTaskExecutions: slots,
  };
};
