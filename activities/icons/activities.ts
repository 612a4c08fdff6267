import { cancellationSignal } from '@temporalio/activity';
import type { CollectWork, RefreshWork, RenderWork } from '../../contracts/work/images.ts';
import type { Storage } from '../../storage/storage.ts';
import { createCollectPictures } from './collect.ts';
import type { Pictures } from './pictures.ts';

interface Deps {
  storage: Pick<Storage, 'sources' | 'pictures'>;
  pictures: Pictures;
}

export type IconActivities = ReturnType<typeof createIconActivities>;

export function createIconActivities({ storage, pictures }: Deps) {
  const collectPictures = createCollectPictures(storage);
  return {
    findSource: (work: RefreshWork): Promise<void> => pictures.findSource(work, cancellationSignal()),

    async renderRendition(work: RenderWork): Promise<void> {
      const made = await pictures.render(work, cancellationSignal());
      if (made) await pictures.store(made);
    },

    collectPictures: async (work: CollectWork) => collectPictures(work),

    dueSources: async ({ after, limit }: { after: string; limit: number }) =>
      (await storage.sources.due(after, limit)).map(({ _id, kind, domain, theme }) => ({
        id: _id,
        kind,
        domain,
        theme,
      })),
  };
}
