import pLimit from 'p-limit';
import { type CollectWork, hoursOfWeek } from '../../contracts/work/images.ts';
import type { Storage } from '../../storage/storage.ts';

/** Digests are hexadecimal and evenly spread: each part of the pictures is those that begin with the same two digits. */
const parts = 256;
/** A search writes the picture before the source that names it, so what was just written may still get its source. */
const minAgeMs = 24 * 60 * 60 * 1000;
const pageSize = 1_000;
const maxRemovals = 8;

/**
 * Forgets sources that nobody has asked for in a long time, then removes the pictures that no source names: of forgotten
 * sources, and those that a search has replaced. In this order, so that wherever it is killed no source is left without
 * its picture, and the next run removes the rest. Renditions expire by themselves.
 */
export function createCollectPictures({ sources, pictures }: Pick<Storage, 'sources' | 'pictures'>) {
  const limitRemovals = pLimit(maxRemovals);

  async function removeUnreferenced(digests: readonly string[]): Promise<void> {
    const referenced = await sources.referenced(digests);
    const unreferenced = digests.filter((digest) => !referenced.has(digest));
    await Promise.all(unreferenced.map((digest) => limitRemovals(() => pictures.removeSource(digest))));
  }

  return async ({ hourOfWeek }: CollectWork, now = new Date()): Promise<void> => {
    await sources.removeUnasked(now);
    for (let part = hourOfWeek; part < parts; part += hoursOfWeek) {
      let page: string[] = [];
      for await (const { digest, writtenAt } of pictures.sourcesLike(part.toString(16).padStart(2, '0'))) {
        if (now.getTime() - writtenAt.getTime() > minAgeMs) page.push(digest);
        if (page.length < pageSize) continue;
        await removeUnreferenced(page);
        page = [];
      }
      if (page.length > 0) await removeUnreferenced(page);
    }
  };
}
