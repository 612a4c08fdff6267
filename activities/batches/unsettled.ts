import type { Storage } from '../../storage/storage.ts';
import type { UrlEntry } from '../../storage/urls.ts';

interface Some {
  job: string;
  round: number;
  chunk: number;
  /** Positions in the batch; absent means the whole chunk. */
  indexes?: readonly number[];
}

/** The pages of a chunk that have no result yet. */
export async function unsettled(
  { urls, pages }: Pick<Storage, 'urls' | 'pages'>,
  { job, round, chunk, indexes }: Some,
): Promise<UrlEntry[]> {
  const all = await urls.chunk(job, round, chunk);
  const asked = indexes ? all.filter(({ index }) => indexes.includes(index)) : all;
  // An entry is settled when its last position is: repetitions come after the first.
  const last = ({ index, also }: UrlEntry) => also?.at(-1) ?? index;
  const done = await pages.settledAmong(job, asked.map(last));
  return asked.filter((entry) => !done.has(last(entry)));
}
