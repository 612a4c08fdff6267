import type { ClientSession } from 'mongodb';
import type { AcceptedPage, CrawlFrontier } from './crawlFrontier.ts';
import type { PageStanding } from './duplicatePages.ts';
import type { SettledPage } from './pageRecord.ts';
import type { Pages } from './pages.ts';

interface Deps {
  pages: Pages;
  crawlFrontier: CrawlFrontier;
}

/** Of which page another one is a duplicate: it has led there and has no content of its own, or it has the same text. */
type Verdict = { leadsTo: AcceptedPage; hasSettled: boolean } | { sameTextAs: string };

export interface Judgment {
  verdicts: ReadonlyMap<SettledPage, Verdict>;
  /** Addresses to which pages have redirected and which the crawl had not accepted. */
  aliases: readonly { key: string; page: AcceptedPage }[];
}

/** A chain of duplicates that is longer is taken for none. */
const maxSteps = 10;

/** Which of the pages that are about to settle are duplicates. In a transaction that has locked the crawl. */
export async function judgeDuplicates(
  job: string,
  fresh: readonly SettledPage[],
  { pages, crawlFrontier }: Deps,
  session: ClientSession,
): Promise<Judgment> {
  const verdicts = new Map<SettledPage, Verdict>();
  const aliases: { key: string; page: AcceptedPage }[] = [];
  const completed = fresh.filter(({ outcome }) => outcome === 'completed');
  const keys = completed.flatMap(({ discovery }) => [discovery?.landedOn, discovery?.canonical]).filter(isPresent);
  const known = await crawlFrontier.known(job, keys, session);
  const standings = new Map<number, PageStanding | undefined>(fresh.map((page) => [page.index, page]));

  async function standingOf(index: number): Promise<PageStanding | undefined> {
    if (!standings.has(index)) standings.set(index, await pages.standing(job, index, session));
    return standings.get(index);
  }

  /** The page that has the content, behind any number of duplicates; undefined if it is the page itself, or failed. */
  async function holderOf(target: AcceptedPage, self: number): Promise<AcceptedPage | undefined> {
    let at = target;
    for (let step = 0; step < maxSteps && at.index !== self; step += 1) {
      const standing = await standingOf(at.index);
      if (standing?.outcome === 'failed') return undefined;
      if (standing?.duplicateOf === undefined) return at;
      const [next] = await crawlFrontier.entries(job, [standing.duplicateOf], session);
      if (!next) return undefined;
      at = next;
    }
    return undefined;
  }

  for (const page of completed) {
    const { index, item, discovery } = page;
    for (const key of [discovery?.landedOn, discovery?.canonical].filter(isPresent)) {
      const target = known.get(key);
      const holder = target && (await holderOf(target, index));
      if (!holder || verdicts.has(page)) continue;
      verdicts.set(page, { leadsTo: holder, hasSettled: (await standingOf(holder.index)) !== undefined });
      standings.set(index, { outcome: 'completed', duplicateOf: holder.index });
    }
    if (discovery?.landedOn && !known.has(discovery.landedOn)) {
      const alias = { key: discovery.landedOn, page: { index, url: item.url } };
      aliases.push(alias);
      known.set(alias.key, alias.page);
    }
  }
  await judgeTexts();
  return { verdicts, aliases };

  async function judgeTexts() {
    const withText = completed.filter((page) => page.contentHash && !verdicts.has(page));
    const hashes = withText.map(({ contentHash }) => contentHash).filter(isPresent);
    const texts = await pages.withContent(job, hashes, session);
    for (const page of withText) {
      const hash = page.contentHash ?? '';
      const same = texts.get(hash);
      if (same === undefined) texts.set(hash, page.item.url);
      else verdicts.set(page, { sameTextAs: same });
    }
  }
}

function isPresent<T>(value: T | undefined): value is T {
  return value !== undefined;
}
