import { createIconActivities } from '../../activities/icons/activities.ts';
import { createDecoderPool } from '../../activities/icons/decode/pool.ts';
import { createFallbacks } from '../../activities/icons/fallbacks.ts';
import { createIconFinder } from '../../activities/icons/find.ts';
import { createMarks } from '../../activities/icons/marks/marks.ts';
import { createPictures, type MadeRendition } from '../../activities/icons/pictures.ts';
import { createRenditionMaker } from '../../activities/icons/renditions.ts';
import type { CallAnswer, FoundPicture } from '../../contracts/work/calls.ts';
import { workflowCode } from '../workflowCode.ts';
import { openSiteFetcher } from './reading.ts';
import type { Role } from './role.ts';

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
  const pictures = createPictures({ storage, finder, renditions: createRenditionMaker({ decoder }), metrics });
  const fallbacks = createFallbacks({ storage, decoder, pictures });

  /** Stores the rendition behind the answer, since it is only a cache: one that is lost is made again on request. */
  function answerOf(made: MadeRendition | undefined): CallAnswer<FoundPicture> {
    if (!made) return {};
    pictures.store(made).catch((error) => log.warn({ err: error, name: made.name }, 'a rendition was not stored'));
    return { value: { from: made.from }, content: made.body };
  }

  return {
    ...workflowCode(deps),
    activities: createIconActivities({ storage, pictures }),
    calls: {
      queue: 'image',
      slots: 20,
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
    maxConcurrentActivityTaskExecutions: 20,
    maxConcurrentWorkflowTaskExecutions: 20,
  };
};
