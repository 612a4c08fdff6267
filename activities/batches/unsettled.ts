import type { ChunkStep } from '../../contracts/work/batches.ts';
import type { Storage } from '../../storage/storage.ts';
import type { UrlEntry } from '../../storage/urls.ts';

/** The pages of a chunk that have no result yet. */
export async function unsettled(
  { urls, pages }: Pick<Storage, 'urls' | 'pages'>,
  { job, round, chunk, indexes }: Pick<ChunkStep, 'job' | 'round' | 'chunk' | 'indexes'>,
): Promise<UrlEntry[]> {
  const all = await urls.chunk(job, round, chunk);
  const wanted = indexes ? all.filter(({ index }) => indexes.includes(index)) : all;
  // The repetitions of a URL settle after its first position, so an entry is settled when its last position is.
  const last = ({ index, also }: UrlEntry) => also?.at(-1) ?? index;
  const done = await pages.settledAmong(job, wanted.map(last));
  return wanted.filter((entry) => !done.has(last(entry)));
}
