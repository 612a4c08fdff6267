import pLimit from 'p-limit';
import { Failure, failures } from '../../contracts/failures.ts';
import type { PageOptions } from '../../contracts/requests/pageOptions.ts';
import type { PageItem } from '../../contracts/results/page.ts';
import type { ChunkLeftover, ChunkWork } from '../../contracts/work/batches.ts';
import type { SettledPage } from '../../storage/pages.ts';
import type { Storage } from '../../storage/storage.ts';
import type { UrlEntry } from '../../storage/urls.ts';
import { fingerprintOf } from '../pages/fingerprint.ts';
import type { PageToRead, ReadOutcome, ReadPage } from '../pages/read.ts';
import type { Shares, Visit } from './leases.ts';
import type { Politeness } from './politeness.ts';
import type { Settler } from './settler.ts';
import { unsettled } from './unsettled.ts';

interface Parts {
  storage: Pick<Storage, 'jobs' | 'urls' | 'pages'>;
  read: ReadPage;
  settle: Settler;
  politeness: Politeness;
  /** Of each account: the pages that its plan lets it read at a time. */
  accounts: Shares;
}

/** A site that says "later" without saying when. */
const usualRetryAfterMs = 5_000;
/** One that says a time longer than this has said no. */
const longestRetryAfterMs = 10 * 60_000;

/** Pages stay away until then: because their site said so, or because others keep it, or their account, busy. */
interface Away {
  until: number;
  refused: boolean;
}

/** How a chunk gets on with one of its hosts. */
interface Way {
  host: ReturnType<Politeness['towards']>;
  away: Away;
}

/** Reads the pages of one chunk, a few at a time, and settles each as soon as it is there. */
export function createReadPages({ storage, read, settle, politeness, accounts }: Parts) {
  return async (work: ChunkWork, signal: AbortSignal): Promise<ChunkLeftover> => {
    const job = await storage.jobs.find(work.job);
    if (job?.status !== 'scraping') return { render: [], later: [], ended: true };
    await storage.jobs.advanceTo(work.job, work.frontier);

    const render: { index: number; reason: string }[] = [];
    const later: ChunkLeftover['later'][number][] = [];
    const enter = work.accountPages === undefined ? unhindered : accounts.wayTo(job.account, work.accountPages);
    const accountAway: Away = { until: 0, refused: false };
    let ended = false;
    let problem: { error: unknown } | undefined;

    const readOne = async (entry: UrlEntry, { host, away }: Way) => {
      if (signal.aborted || ended || problem) return;
      function putOff(why: Away, waitMs: number, refused: boolean) {
        why.until = Date.now() + waitMs;
        why.refused = refused;
        later.push({ indexes: [entry.index], afterMs: waitMs, refused });
      }
      // What one page has just been told holds for those behind it.
      for (const why of [accountAway, away]) {
        if (why.until > Date.now() && (work.mayPutOff || !why.refused))
          return putOff(why, why.until - Date.now(), why.refused);
      }
      const { url } = entry;
      const page = { account: job.account, url, options: job.options, signal, ...reasonFor(work, entry) };
      // The account first: a host's room is not kept from others for a page that may not begin.
      const turn = await enter(() => host.visit(async () => (signal.aborted ? undefined : attempt(read, page))));
      if ('waitMs' in turn) return putOff(accountAway, turn.waitMs, false);
      const visit = turn.result;
      if ('waitMs' in visit) return putOff(away, visit.waitMs, false);
      const outcome = visit.result;
      if (signal.aborted || !outcome) return;
      if (!('item' in outcome || 'failure' in outcome)) {
        render.push({ index: entry.index, reason: 'render' in outcome ? outcome.render : '' });
        return;
      }
      const afterMs = 'failure' in outcome ? retryAfter(outcome.failure) : undefined;
      if (afterMs !== undefined && work.mayPutOff) {
        await host.rest(afterMs);
        return putOff(away, afterMs, true);
      }
      if (!(await settle(job, settled(entry, outcome, job.options)))) ended = true;
    };

    const ways = new Map<string, Way>();
    function wayTo({ url }: UrlEntry): Way {
      const { host } = new URL(url);
      const way = ways.get(host) ?? { host: politeness.towards(host), away: { until: 0, refused: false } };
      ways.set(host, way);
      return way;
    }
    const limit = pLimit(work.pagesAtOnce);
    const entries = await unsettled(storage, work);
    // Where one page breaks the attempt, those under way are seen through: they would go on beside the next attempt.
    function note(error: unknown) {
      problem ??= { error };
    }
    await Promise.all(entries.map((entry) => limit(() => readOne(entry, wayTo(entry)).catch(note))));
    signal.throwIfAborted();
    if (problem) throw problem.error;
    return { render, later: together(later), ended };
  };
}

async function unhindered<T>(visit: () => Promise<T>): Promise<Visit<T>> {
  return { result: await visit() };
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
    if (error instanceof Failure && !failures[error.kind].retry) return { failure: error };
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

/** One entry for the pages that a site refused and one for those whose host was busy, each with the longest wait. */
function together(later: ChunkLeftover['later']): ChunkLeftover['later'] {
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
