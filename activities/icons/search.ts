import { Failure } from '../../contracts/failures.ts';
import type { Theme } from '../../contracts/images/parameters.ts';
import type { Budget } from './budget.ts';
import type { Candidate, Judgement } from './candidate.ts';
import { type HomePage, readHomePage } from './discover/homePage.ts';
import { jsonLdLogos } from './discover/jsonLd.ts';
import { linkedIcons } from './discover/links.ts';
import { manifestAddress, manifestIcons } from './discover/manifest.ts';
import type { PageTags } from './discover/page.ts';
import { browserconfigAddress, browserconfigTiles, metaTiles } from './discover/tiles.ts';
import { rarePaths, usualPaths } from './discover/wellKnown.ts';
import type { Fetch } from './fetch.ts';
import { type Judge, unusable } from './judge.ts';
import { goodScore, highestScore, weights } from './score.ts';

export interface SiteSearch {
  judgements: Judgement[];
  unavailable: boolean;
}

/** Looks through one site for its icon, within a budget, and stops when nothing better can come. */
export async function searchSite(
  { fetch, judge, budget }: { fetch: Fetch; judge: Judge; budget: Budget },
  domain: string,
  theme: Theme,
  deadline: AbortSignal,
): Promise<SiteSearch> {
  const startedAt = performance.now();
  const home = await readHomePage(fetch, domain, budget.homePage, deadline);
  const stop = new AbortController();
  const signal = AbortSignal.any([deadline, stop.signal]);
  const judgements: Judgement[] = [];
  const seen = new Set<string>();
  /** What is under way, by the best that may come of it. */
  const pending = new Map<Promise<void>, number>();
  const unjudged = new Set<Candidate>();
  let bytesLeft = budget.totalBytes;

  function begin(work: Promise<void>, highest: number): void {
    const tracked: Promise<void> = work.finally(() => pending.delete(tracked));
    pending.set(tracked, highest);
  }
  function examine(candidates: readonly Candidate[]): void {
    const ranked = [...candidates].sort((a, b) => highestScore(b, theme) - highestScore(a, theme));
    for (const candidate of ranked) {
      if (seen.has(candidate.url) || seen.size >= budget.candidates || bytesLeft <= 0) continue;
      seen.add(candidate.url);
      unjudged.add(candidate);
      const judged = judge(candidate, theme, signal).then((judgement) => {
        bytesLeft -= judgement.picture?.body.length ?? 0;
        unjudged.delete(candidate);
        judgements.push(judgement);
      });
      begin(judged, highestScore(candidate, theme));
    }
  }
  function readMore(
    url: string | null | undefined,
    find: (text: string, url: string) => Candidate[],
    highest: number,
  ): void {
    if (url === null || url === undefined) return;
    begin(
      readText(fetch, url, budget, signal).then((file) => file && examine(find(file.text, file.url))),
      highest,
    );
  }
  function patience(): number {
    const { leastMs, mostMs, shareOfElapsed } = budget.patience;
    return Math.min(mostMs, Math.max(leastMs, (performance.now() - startedAt) * shareOfElapsed));
  }
  const settle = (): Promise<void> => untilNothingBetterComes(judgements, pending, patience);

  if (home.tags !== undefined) {
    readMore(manifestAddress(home.tags), manifestIcons, highestScore({ url: '', source: 'manifest' }, theme));
    readMore(
      browserconfigAddress(home.tags),
      browserconfigTiles,
      highestScore({ url: '', source: 'tile', declaredSide: 310 }, theme),
    );
  }
  examine([...declared(home.tags), ...usualPaths(home.url)]);
  await settle();
  // A site that cannot be reached has no rarer paths either.
  if (bestScore(judgements) < goodScore - weights.vector && reached(home, judgements)) {
    examine(rarePaths(home.url));
    if (home.tags !== undefined && browserconfigAddress(home.tags) === undefined) {
      const address = new URL('/browserconfig.xml', home.url).href;
      readMore(address, browserconfigTiles, highestScore({ url: '', source: 'tile', declaredSide: 310 }, theme));
    }
    await settle();
  }
  stop.abort();
  for (const candidate of unjudged) judgements.push(unusable(candidate, 'not waited for: another had won'));
  return { judgements: [...judgements], unavailable: home.unavailable };
}

function declared(tags: PageTags | undefined): Candidate[] {
  return tags === undefined ? [] : [...linkedIcons(tags), ...metaTiles(tags), ...jsonLdLogos(tags)];
}

function reached(home: HomePage, judgements: readonly Judgement[]): boolean {
  return !home.unavailable || judgements.some(({ picture }) => picture !== undefined);
}

/** Ends when all is judged, when nothing under way can win, or when a good icon has been waiting for long enough. */
async function untilNothingBetterComes(
  judgements: readonly Judgement[],
  pending: ReadonlyMap<Promise<void>, number>,
  patienceMs: () => number,
): Promise<void> {
  let impatient: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lostPatience = false;
  while (pending.size > 0 && !lostPatience) {
    const best = bestScore(judgements);
    if (best >= Math.max(...pending.values())) break;
    if (best >= goodScore && impatient === undefined) {
      impatient = new Promise((done) => {
        timer = setTimeout(() => {
          lostPatience = true;
          done();
        }, patienceMs());
      });
    }
    await Promise.race([...pending.keys(), ...(impatient === undefined ? [] : [impatient])]);
  }
  clearTimeout(timer);
}

function bestScore(judgements: readonly Judgement[]): number {
  return judgements.reduce(
    (best, { record }) => Math.max(best, record.score ?? Number.NEGATIVE_INFINITY),
    Number.NEGATIVE_INFINITY,
  );
}

/** A small text file of the site; that it is missing, slow or broken is nothing to fail for. */
async function readText(
  fetch: Fetch,
  url: string,
  budget: Budget,
  signal: AbortSignal,
): Promise<{ text: string; url: string } | undefined> {
  try {
    const answer = await fetch({ url, signal, maxBytes: budget.textBytes, totalTimeoutMs: budget.picture.timeoutMs });
    return answer.status === 200 ? { text: answer.body.toString('utf8'), url: answer.url } : undefined;
  } catch (error) {
    if (signal.aborted || error instanceof Failure) return undefined;
    throw error;
  }
}
