import pLimit from 'p-limit';
import type { ChunkLeftover, ChunkWork } from '../../contracts/work/batches.ts';
import { isCrawl, isRunning, type Job } from '../../storage/jobs.ts';
import type { Storage } from '../../storage/storage.ts';
import type { UrlEntry } from '../../storage/urls.ts';
import { crawledPage, crawlPacking, crawlPageOptions } from '../crawl/crawledPage.ts';
import type { Discoverer } from '../crawl/discoverer.ts';
import type { PageToRead, ReadPage } from '../pages/readPage.ts';
import type { RobotsReader } from '../pages/robots/robotsReader.ts';
import { type AttemptOutcome, attemptPage, type FinalOutcome, isFinal, settledPage } from './attempt.ts';
import type { ConcurrencyLimits, RunVisit } from './concurrencyLimits.ts';
import type { PoliteHost, Politeness } from './politeness.ts';
import { type Backoff, createBackoff, joinPostponed, retryAfterMs } from './postponed.ts';
import type { Settler } from './settler.ts';
import { unsettled } from './unsettled.ts';

/** Backpressure: how many pages may be open, being read or waiting to be stored, for each that may be read at a time. */
const openPerReading = 2;

/** A site that asks for a longer pause between two pages gets this one. */
const maxCrawlDelaySeconds = 600;

interface Deps {
  storage: Pick<Storage, 'batches' | 'jobs' | 'urls' | 'pages' | 'crawlFrontier'>;
  read: ReadPage;
  /** For crawls. */
  readObeyingRobots: ReadPage;
  settle: Settler;
  politeness: Politeness;
  /** The pages that each account may read at the same time, by its plan. */
  accounts: ConcurrencyLimits;
  discover: Discoverer;
  robots: RobotsReader;
}

interface Attempt {
  outcome: AttemptOutcome;
  /** How long the site wants to be left alone before the next one. */
  afterMs: number | undefined;
}

/** Reads the pages of one chunk, a few at a time, and settles each as soon as it is read. */
export function createReadPages(deps: Deps) {
  return async (work: ChunkWork, signal: AbortSignal): Promise<ChunkLeftover> => {
    const found = await deps.storage.jobs.find(work.job);
    if (!isRunning(found, work)) return { render: [], later: [], ended: true };
    const job = await deps.storage.batches.keepAlive(found);
    await deps.storage.jobs.advanceTo(work.job, work.round, work.frontier);
    const entries = await unsettled(deps.storage, job, work);
    const left = await createChunkReader(deps, work, job, signal).readAll(entries);
    if (!isCrawl(job)) return left;
    const { total = job.total } = (await deps.storage.jobs.find(work.job)) ?? {};
    return { ...left, total };
  };
}

function createChunkReader(
  { read, readObeyingRobots, settle, politeness, accounts, discover, robots }: Deps,
  work: ChunkWork,
  job: Job,
  signal: AbortSignal,
) {
  const needsBrowser: { index: number; reason: string }[] = [];
  const postponed: ChunkLeftover['later'][number][] = [];
  const runForAccount = work.accountPages === undefined ? unlimited : accounts.limitTo(job.account, work.accountPages);
  const obeysRobots = isCrawl(job) && !job.crawl.options.ignoreRobotsTxt;
  const readPage = obeysRobots ? readObeyingRobots : read;
  const accountBackoff = createBackoff();
  const hosts = new Map<string, { host: PoliteHost; backoff: Backoff }>();
  let ended = false;
  let problem: { error: unknown } | undefined;

  function postpone({ index }: UrlEntry, backoff: Backoff, waitMs: number, refused: boolean): undefined {
    backoff.until = Date.now() + waitMs;
    backoff.refused = refused;
    postponed.push({ indexes: [index], afterMs: waitMs, refused });
  }

  /** The pause between two pages of a host that a crawl keeps: the caller's, or a longer one of the site's robots.txt. */
  async function delayMsFor(url: string): Promise<number> {
    if (!isCrawl(job)) return 0;
    const { crawlDelay = 0 } = obeysRobots ? await robots.read(new URL(url).origin) : {};
    return Math.max(job.crawl.options.delay ?? 0, Math.min(crawlDelay, maxCrawlDelaySeconds)) * 1000;
  }

  async function hostOf({ url }: UrlEntry) {
    const { host: name } = new URL(url);
    const delayMs = hosts.has(name) ? 0 : await delayMsFor(url);
    const known = hosts.get(name) ?? { host: politeness.host(name, delayMs), backoff: createBackoff() };
    hosts.set(name, known);
    return known;
  }

  /** Settles a page, and remembers that the job has ended if it has. */
  async function settleOne(entry: UrlEntry, outcome: FinalOutcome, areMoreComing: boolean) {
    const settled = settledPage(entry, outcome, job.options);
    const { page, remember } = isCrawl(job) ? crawledPage(discover, job, entry, settled) : { page: settled };
    if (await settle(job, page, areMoreComing)) remember?.();
    else ended = true;
  }

  /** Returns what there is to settle; nothing, if the page is left for later or for the browser. */
  async function readOne(entry: UrlEntry): Promise<FinalOutcome | undefined> {
    if (signal.aborted || ended || problem) return undefined;
    const { host, backoff } = await hostOf(entry);
    // A backoff that one page ran into holds for the pages behind it.
    for (const each of [accountBackoff, backoff]) {
      if (each.until > Date.now() && (work.mayPutOff || !each.refused))
        return postpone(entry, each, each.until - Date.now(), each.refused);
    }
    const options = isCrawl(job) ? crawlPageOptions(job, entry) : job.options;
    const page = {
      account: job.account,
      job: job._id,
      url: entry.url,
      options,
      signal,
      ...reasonFor(work, entry),
      packing: isCrawl(job) ? crawlPacking(job) : {},
    };
    // The account's permit first: a page that may not start yet does not occupy the host.
    const forAccount = await runForAccount(() =>
      host.visit(async () => (signal.aborted ? undefined : attempt(page, host))),
    );
    if ('waitMs' in forAccount) return postpone(entry, accountBackoff, forAccount.waitMs, false);
    const visit = forAccount.result;
    if ('waitMs' in visit) return postpone(entry, backoff, visit.waitMs, false);
    return signal.aborted || !visit.result ? undefined : finalOutcome(entry, visit.result, backoff);
  }

  /** Makes one attempt, and pauses the host if it asks for that before the next page gets the permit of this one. */
  async function attempt(page: PageToRead, host: PoliteHost): Promise<Attempt> {
    const outcome = await attemptPage(readPage, page);
    const afterMs = work.mayPutOff && 'failure' in outcome ? retryAfterMs(outcome.failure) : undefined;
    if (afterMs !== undefined) await host.pause(afterMs);
    return { outcome, afterMs };
  }

  function finalOutcome(entry: UrlEntry, { outcome, afterMs }: Attempt, backoff: Backoff): FinalOutcome | undefined {
    if (!isFinal(outcome)) {
      needsBrowser.push({ index: entry.index, reason: 'render' in outcome ? outcome.render : '' });
      return undefined;
    }
    return afterMs === undefined ? outcome : postpone(entry, backoff, afterMs, true);
  }

  return {
    async readAll(entries: readonly UrlEntry[]): Promise<ChunkLeftover> {
      const reading = pLimit(work.pagesAtOnce);
      // The next page is read while this one is stored.
      const open = pLimit(openPerReading * work.pagesAtOnce);
      // When one page breaks the attempt, those already started are awaited: they must not overlap with the next attempt.
      const noteProblem = (error: unknown): undefined => {
        problem ??= { error };
      };
      async function readAndSettle(entry: UrlEntry) {
        const outcome = await reading(() => readOne(entry).catch(noteProblem));
        const areMoreComing = reading.activeCount + reading.pendingCount > 0;
        if (outcome) await settleOne(entry, outcome, areMoreComing).catch(noteProblem);
      }
      await Promise.all(entries.map((entry) => open(() => readAndSettle(entry))));
      signal.throwIfAborted();
      if (problem) throw problem.error;
      return { render: needsBrowser, later: joinPostponed(postponed), ended };
    },
  };
}

const unlimited: RunVisit = async (visit) => ({ result: await visit() });

function reasonFor({ indexes, reasons }: ChunkWork, { index }: UrlEntry): Pick<PageToRead, 'reason'> {
  const reason = reasons?.[indexes?.indexOf(index) ?? -1];
  return reason ? { reason } : {};
}
