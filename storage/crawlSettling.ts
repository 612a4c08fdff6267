import type { ClientSession } from 'mongodb';
import type { PageItem } from '../contracts/results/page.ts';
import type { LeftOutReason } from '../contracts/work/crawl.ts';
import { type Judgment, judgeDuplicates } from './crawlDuplicates.ts';
import { type CrawlFrontier, type FoundUrl, maxPerPattern } from './crawlFrontier.ts';
import type { Events } from './events.ts';
import { endEvent, pageEvent, subscribed } from './jobEvents.ts';
import type { CrawlJob, Job, Jobs } from './jobs.ts';
import type { Ledger } from './ledger.ts';
import { creditsOf, ownContentOf, type PageRecord, type SettledPage } from './pageRecord.ts';
import type { Pages } from './pages.ts';
import { reservationId } from './reservations.ts';

interface Deps {
  jobs: Jobs;
  pages: Pages;
  ledger: Ledger;
  events: Events;
  crawlFrontier: CrawlFrontier;
}

export const balanceEnded = 'The crawl ended early, because the credits of the account are used up.';

/** A job names only so many patterns. */
const maxWarnings = 20;

/**
 * How the pages of a crawl settle: with their counters, their credits and the links that they add, in one transaction, so
 * that a repeated attempt adds nothing.
 */
export function crawlSettlingOn(deps: Deps) {
  const { jobs, pages, ledger, events, crawlFrontier } = deps;

  /** Accepts those of the URLs that are new, as long as there is room. */
  async function accept(job: CrawlJob, found: readonly FoundUrl[], session: ClientSession) {
    const room = job.crawl.options.limit - job.total;
    if (room <= 0 || found.length === 0) return { accepted: 0, warnings: [] };
    const candidates = new Map<string, FoundUrl>();
    for (const each of found) if (!candidates.has(each.key)) candidates.set(each.key, each);
    for (const key of (await crawlFrontier.known(job._id, [...candidates.keys()], session)).keys())
      candidates.delete(key);
    const { within, counts, warnings } = await withinPatterns(job, [...candidates.values()], session);
    const added = within.slice(0, room);
    await crawlFrontier.setCounts(job, counts, session);
    await crawlFrontier.add(job, job.total, added, session);
    return { accepted: added.length, warnings: warnings.slice(0, maxWarnings - (job.warnings?.length ?? 0)) };
  }

  /** Leaves out the addresses of which the crawl has read enough that are like them. */
  async function withinPatterns(job: Job, found: readonly FoundUrl[], session: ClientSession) {
    const patterns = new Set(found.flatMap(({ pattern }) => pattern ?? []));
    const counts =
      patterns.size > 0 ? await crawlFrontier.countsOf(job._id, [...patterns], session) : new Map<string, number>();
    const warnings = new Set<string>();
    const within = found.filter(({ pattern }) => {
      if (pattern === undefined) return true;
      const count = counts.get(pattern) ?? 0;
      if (count >= maxPerPattern) warnings.add(patternWarning(pattern));
      else counts.set(pattern, count + 1);
      return count < maxPerPattern;
    });
    return { within, counts, warnings: [...warnings] };
  }

  /** As many of the pages as the account can pay for. */
  async function affordable(
    job: CrawlJob,
    settled: readonly SettledPage[],
    session: ClientSession,
  ): Promise<{ paid: readonly SettledPage[]; isBalanceEnded: boolean }> {
    const cost = sumOfCredits(settled);
    const used = job.creditsUsed - job.creditsBefore;
    const id = reservationId(job._id, job.retries);
    const covered = await ledger.cover({ id, amount: used + cost, allowance: job.crawl.allowance }, session);
    let left = covered - used;
    const paid = settled.filter((page) => {
      const credits = creditsOf(page);
      if (credits > left) return false;
      left -= credits;
      return true;
    });
    return { paid, isBalanceEnded: paid.length < settled.length };
  }

  /**
   * Pages that led to one which has failed now get their own content back, and are charged, as far as the account can
   * pay for them; those that led to a page which was read let go of theirs. Returns the credits.
   */
  async function restoreDuplicates(job: CrawlJob, settled: readonly SettledPage[], session: ClientSession) {
    const positions = (outcome: SettledPage['outcome']) =>
      settled.filter((page) => page.outcome === outcome).map(({ index }) => index);
    await pages.dropContent(job._id, positions('completed'), session);
    const duplicates = await pages.leadingTo(job._id, positions('failed'), session);
    if (duplicates.length === 0) return 0;
    const priceOf = ({ ownContent }: PageRecord) => creditsOf({ outcome: 'completed', ...ownContent });
    const used = job.creditsUsed - job.creditsBefore + sumOfCredits(settled);
    const amount = duplicates.reduce((sum, page) => sum + priceOf(page), used);
    const id = reservationId(job._id, job.retries);
    const covered = await ledger.cover({ id, amount, allowance: job.crawl.allowance }, session);
    let charged = 0;
    for (const page of duplicates) {
      if (used + charged + priceOf(page) > covered) break;
      await pages.restoreContent(page, session);
      charged += priceOf(page);
    }
    return charged;
  }

  return {
    /** Prepares the pages and returns the steps that settle them; these resolve to false if the round no longer runs. */
    async steps(job: Job, settled: readonly SettledPage[]): Promise<(session: ClientSession) => Promise<boolean>> {
      // Compressed before the transaction, because nearly none is a duplicate.
      const written = new Map(
        await Promise.all(settled.map(async (page) => [page, await pages.records(job._id, [page], job)] as const)),
      );

      async function recordsOf(given: SettledPage, page: SettledPage, judgment: Judgment): Promise<PageRecord[]> {
        const own = written.get(given) ?? [];
        if (given === page) return own;
        const records = await pages.records(job._id, [page], job);
        const [content] = own;
        return content && mayNeedContent(given, judgment)
          ? records.map((record) => ({ ...record, ownContent: ownContentOf(content) }))
          : records;
      }

      return async (session) => {
        const current = await jobs.lockCrawl(job._id, job.retries, session);
        if (!current) return false;
        const fresh = await unsettledOf(job._id, settled, session);
        const judgment = await judgeDuplicates(job._id, fresh, deps, session);
        const originals = new Map(fresh.map((page) => [asJudged(page, judgment), page]));
        const { paid, isBalanceEnded } = await affordable(current, [...originals.keys()], session);
        const records = await Promise.all(paid.map((page) => recordsOf(originals.get(page) ?? page, page, judgment)));
        const added = records.flat();
        await pages.insert(added, session);
        const restored = isBalanceEnded ? 0 : await restoreDuplicates(current, paid, session);
        await crawlFrontier.addAliases(current, judgment.aliases, session);
        const links = isBalanceEnded ? [] : paid.flatMap(({ discovery }) => discovery?.links ?? []);
        const { accepted, warnings } = await accept(current, links, session);
        await events.add(subscribed(current, current.retries, added.map(pageEvent)), session);
        const completed = paid.filter(({ outcome }) => outcome === 'completed').length;
        const progress = {
          completed,
          failed: paid.length - completed,
          credits: sumOfCredits(paid) + restored,
          accepted,
          site: paid.find(({ discovery }) => discovery?.site)?.discovery?.site,
          leftOut: joinLeftOut(paid),
          warnings: [
            ...new Set([...paid.flatMap(({ discovery }) => discovery?.warnings ?? []), ...warnings]),
            ...(isBalanceEnded ? [balanceEnded] : []),
          ],
        };
        await jobs.count(job._id, job.retries, progress, session);
        if (isBalanceEnded) await endEarly(job._id, session);
        return !isBalanceEnded;
      };
    },

    /** Accepts URLs that no page has led to, such as those of a sitemap. Returns how many the crawl has now. */
    async accept(id: string, round: number, found: readonly FoundUrl[], session: ClientSession): Promise<number> {
      const job = await jobs.lockCrawl(id, round, session);
      if (!job) return 0;
      const { accepted, warnings } = await accept(job, found, session);
      await jobs.count(id, round, { completed: 0, failed: 0, credits: 0, accepted, warnings }, session);
      return job.total + accepted;
    },
  };

  async function unsettledOf(job: string, settled: readonly SettledPage[], session: ClientSession) {
    const byIndex = new Map(settled.map((page) => [page.index, page]));
    for (const index of await pages.settledAmong(job, [...byIndex.keys()], session)) byIndex.delete(index);
    return [...byIndex.values()].sort((a, b) => a.index - b.index);
  }

  async function endEarly(id: string, session: ClientSession) {
    const ended = await jobs.end(id, 'completed', session);
    if (ended) await events.add(subscribed(ended, ended.retries, [endEvent(ended, 'completed')]), session);
  }
}

function joinLeftOut(settled: readonly SettledPage[]): Map<LeftOutReason, string[]> {
  const joined = new Map<LeftOutReason, string[]>();
  for (const { discovery } of settled)
    for (const [reason, links] of discovery?.leftOut ?? [])
      joined.set(reason, [...(joined.get(reason) ?? []), ...links]);
  return joined;
}

function sumOfCredits(settled: readonly SettledPage[]): number {
  return settled.reduce((sum, page) => sum + creditsOf(page), 0);
}

/** Whether a page leads to one that has not been read yet, and may fail. */
function mayNeedContent(page: SettledPage, { verdicts }: Judgment): boolean {
  const verdict = verdicts.get(page);
  return verdict !== undefined && 'leadsTo' in verdict && !verdict.hasSettled && creditsOf(page) > 0;
}

/** The page with what its duplicates say about it; the same object if it is none. */
function asJudged(page: SettledPage, { verdicts }: Judgment): SettledPage {
  const verdict = verdicts.get(page);
  if (!verdict) return page;
  if ('sameTextAs' in verdict) {
    const metadata = { ...page.item.metadata, duplicateOf: verdict.sameTextAs };
    // The links of the same page under another address lead to the same pages, or to ever more addresses of them.
    return { ...page, item: { ...page.item, metadata }, discovery: { ...page.discovery, links: [] } };
  }
  const { index, discovery } = page;
  const { index: duplicateOf, url } = verdict.leadsTo;
  return {
    index,
    outcome: 'completed',
    credits: 0,
    item: withoutContent(page.item, url),
    duplicateOf,
    ...(discovery && { discovery }),
  };
}

function withoutContent({ url, metadata }: PageItem, duplicateOf: string): PageItem {
  const { sourceURL, url: landedOn, statusCode, contentType, engine, depth, discoveredFrom, canonical } = metadata;
  return {
    url,
    metadata: {
      ...(canonical && { canonical }),
      sourceURL,
      ...(landedOn && { url: landedOn }),
      ...(statusCode !== undefined && { statusCode }),
      ...(contentType && { contentType }),
      ...(engine && { engine }),
      ...(depth !== undefined && { depth }),
      ...(discoveredFrom && { discoveredFrom }),
      duplicateOf,
    },
  };
}

function patternWarning(pattern: string): string {
  return `Of the pages like ${pattern} only the first ${maxPerPattern.toLocaleString('en')} were read, because there may be endlessly many.`;
}
