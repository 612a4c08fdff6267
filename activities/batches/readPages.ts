import pLimit from 'p-limit';
import { Failure } from '../../contracts/failures.ts';
import type { PageOptions } from '../../contracts/requests/pageOptions.ts';
import type { PageItem } from '../../contracts/results/page.ts';
import type { ChunkWork, Leftover } from '../../contracts/work.ts';
import type { Job } from '../../storage/jobs.ts';
import type { Storage } from '../../storage/mongo.ts';
import type { SettledPage } from '../../storage/pages.ts';
import type { UrlEntry } from '../../storage/urls.ts';
import { fingerprintOf } from '../pages/fingerprint.ts';
import type { PageToRead, ReadOutcome, ReadPage } from '../pages/read.ts';
import type { Politeness } from './politeness.ts';
import type { Settler } from './settler.ts';

interface Parts {
  storage: Pick<Storage, 'jobs' | 'urls' | 'pages'>;
  read: ReadPage;
  settle: Settler;
  politeness: Politeness;
}

/** A site that says "later" without saying when. */
const usualRetryAfterMs = 5_000;
/** One that says a time longer than this has said no. */
const longestRetryAfterMs = 10 * 60_000;

/** Reads the pages of one chunk, a few at a time, and settles each as soon as it is there. */
export const createReadPages =
  ({ storage, read, settle, politeness }: Parts) =>
  async (work: ChunkWork, signal: AbortSignal): Promise<Leftover> => {
    const job = await storage.jobs.find(work.job);
    if (job?.status !== 'scraping') return { render: [], later: [], ended: true };
    await storage.jobs.advanceTo(work.job, work.frontier);

    const render: { index: number; reason: string }[] = [];
    const later: Leftover['later'][number][] = [];
    let ended = false;

    const readOne = async (host: string, entry: UrlEntry, resting: { until: number }) => {
      if (signal.aborted || ended) return;
      const putOff = (afterMs: number) => later.push({ indexes: [entry.index], afterMs, refused: true });
      if (resting.until > Date.now() && work.mayPutOff) {
        putOff(resting.until - Date.now());
        return;
      }
      const outcome = await attempt(read, {
        account: job.account,
        url: entry.url,
        options: job.options,
        signal,
        ...reasonFor(work, entry),
      });
      if (signal.aborted) return;
      if (!('item' in outcome || 'failure' in outcome)) {
        render.push({ index: entry.index, reason: 'render' in outcome ? outcome.render : '' });
        return;
      }
      const afterMs = 'failure' in outcome ? retryAfter(outcome.failure) : undefined;
      if (afterMs !== undefined && work.mayPutOff) {
        resting.until = Date.now() + afterMs;
        await politeness.rest(host, afterMs);
        putOff(afterMs);
        return;
      }
      if (!(await settle(job, settled(entry, outcome, job.options)))) ended = true;
    };

    const entries = await unsettled(storage, job, work);
    await Promise.all(
      [...byHost(entries)].map(async ([host, list]) => {
        const want = Math.min(work.pagesAtOnce, list.length);
        const visit = await politeness.visiting({ host, want, signal }, async (count) => {
          const limit = pLimit(count);
          const resting = { until: 0 };
          await Promise.all(list.map((entry) => limit(() => readOne(host, entry, resting))));
        });
        if ('waitMs' in visit)
          later.push({ indexes: list.map(({ index }) => index), afterMs: visit.waitMs, refused: false });
      }),
    );
    signal.throwIfAborted();
    return { render, later: together(later), ended };
  };

async function unsettled(
  { urls, pages }: Parts['storage'],
  job: Job,
  { round, chunk, indexes }: ChunkWork,
): Promise<UrlEntry[]> {
  const all = await urls.chunk(job._id, round, chunk);
  const asked = indexes ? all.filter(({ index }) => indexes.includes(index)) : all;
  // An entry is settled when its last position is: repetitions come after the first.
  const last = ({ index, also }: UrlEntry) => also?.at(-1) ?? index;
  const done = await pages.settledAmong(job._id, asked.map(last));
  return asked.filter((entry) => !done.has(last(entry)));
}

function reasonFor({ indexes, reasons }: ChunkWork, { index }: UrlEntry): Pick<PageToRead, 'reason'> {
  const reason = reasons?.[indexes?.indexOf(index) ?? -1];
  return reason ? { reason } : {};
}

type Attempt = ReadOutcome | { failure: Failure };

async function attempt(read: ReadPage, page: PageToRead): Promise<Attempt> {
  try {
    return await read(page);
  } catch (error) {
    if (error instanceof Failure && error.kind !== 'DependencyDown') return { failure: error };
    throw error;
  }
}

function settled({ index, also, url }: UrlEntry, outcome: Settling, options: PageOptions): SettledPage {
  const repeated = also && { also };
  if ('item' in outcome) {
    return { index, ...repeated, outcome: 'completed', fingerprint: fingerprintOf(url, options), ...outcome };
  }
  const { message, statusCode } = outcome.failure;
  const metadata = { sourceURL: url, ...(statusCode !== undefined && { statusCode }) };
  return { index, ...repeated, outcome: 'failed', item: { url, error: message, metadata } };
}

type Settling = Extract<Attempt, { item: PageItem } | { failure: Failure }>;

function retryAfter({ statusCode, retryAfterMs }: Failure): number | undefined {
  if (statusCode !== 429 && !(statusCode === 503 && retryAfterMs !== undefined)) return undefined;
  const afterMs = retryAfterMs ?? usualRetryAfterMs;
  return afterMs <= longestRetryAfterMs ? afterMs : undefined;
}

function byHost(entries: readonly UrlEntry[]): Map<string, UrlEntry[]> {
  const hosts = new Map<string, UrlEntry[]>();
  for (const entry of entries) {
    const { host } = new URL(entry.url);
    hosts.set(host, [...(hosts.get(host) ?? []), entry]);
  }
  return hosts;
}

/** One entry for the pages that a site refused and one for those whose host was busy, each with the longest wait. */
function together(later: Leftover['later']): Leftover['later'] {
  return [true, false].flatMap((refused) => {
    const some = later.filter((each) => each.refused === refused);
    if (some.length === 0) return [];
    return [
      {
        refused,
        indexes: some.flatMap(({ indexes }) => indexes),
        afterMs: Math.max(...some.map(({ afterMs }) => afterMs)),
      },
    ];
  });
}
