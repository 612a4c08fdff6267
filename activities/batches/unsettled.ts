import type { ChunkStep } from '../../contracts/work/batches.ts';
import { isCrawl, type Job } from '../../storage/jobs.ts';
import type { Storage } from '../../storage/storage.ts';
import type { UrlEntry } from '../../storage/urls.ts';

type Part = Pick<ChunkStep, 'round' | 'chunk' | 'indexes' | 'isDiscovered'>;

/** The pages of a chunk that have no result yet. */
export async function unsettled(
  storage: Pick<Storage, 'urls' | 'pages' | 'crawlFrontier'>,
  job: Job,
  part: Part,
): Promise<UrlEntry[]> {
  const wanted = await entriesOf(storage, job, part);
  // The repetitions of a URL settle after its first position, so an entry is settled when its last position is.
  const last = ({ index, also }: UrlEntry) => also?.at(-1) ?? index;
  const done = await storage.pages.settledAmong(job._id, wanted.map(last));
  return wanted.filter((entry) => !done.has(last(entry)));
}

async function entriesOf(
  { urls, crawlFrontier }: Pick<Storage, 'urls' | 'crawlFrontier'>,
  job: Job,
  { round, chunk, indexes, isDiscovered }: Part,
): Promise<UrlEntry[]> {
  if (isDiscovered) return crawlFrontier.entries(job._id, indexes ?? []);
  const all = await urls.chunk(job._id, round, chunk);
  const listed = indexes ? all.filter(({ index }) => indexes.includes(index)) : all;
  // The list of a later round has only positions and URLs; how they were found is in the frontier.
  const positions = listed.map(({ index }) => index);
  return isCrawl(job) ? crawlFrontier.entries(job._id, positions) : listed;
}
