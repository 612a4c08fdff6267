import { setMaxListeners } from 'node:events';
import { Failure } from '../../contracts/failures.ts';
import type { Theme } from '../../contracts/images/parameters.ts';
import type { Candidate, Evaluation } from './candidate.ts';
import { createCandidateRace } from './candidateRace.ts';
import { readHomePage } from './discover/homePage.ts';
import { jsonLdLogos } from './discover/jsonLd.ts';
import { linkedIcons } from './discover/links.ts';
import { manifestIcons, manifestUrl } from './discover/manifest.ts';
import type { PageTags } from './discover/pageTags.ts';
import { browserconfigTiles, browserconfigUrl, metaTiles } from './discover/tiles.ts';
import { commonPaths, rarePaths } from './discover/wellKnown.ts';
import type { EvaluateCandidate } from './evaluate.ts';
import type { Fetch } from './fetch.ts';
import { goodScore, weights } from './score.ts';
import type { SearchLimits } from './searchLimits.ts';

export interface SiteSearch {
  evaluations: Evaluation[];
  unavailable: boolean;
}

interface Deps {
  fetch: Fetch;
  evaluate: EvaluateCandidate;
  limits: SearchLimits;
}

/** The best icons that a manifest and a browserconfig can declare. */
const bestOfManifest: Candidate = { url: '', source: 'manifest' };
const bestOfBrowserconfig: Candidate = { url: '', source: 'tile', declaredSide: 310 };

/** Searches one site for its icon, within limits, and stops when nothing better can come. */
export async function searchSite(
  { fetch, evaluate, limits }: Deps,
  domain: string,
  theme: Theme,
  deadline: AbortSignal,
): Promise<SiteSearch> {
  const startedAt = performance.now();
  const home = await readHomePage(fetch, domain, limits.homePage, deadline);
  const stop = new AbortController();
  const signal = AbortSignal.any([deadline, stop.signal]);
  // Every candidate listens to it, which Node takes for a leak otherwise.
  setMaxListeners(2 * limits.maxCandidates, signal);
  const race = createCandidateRace({ evaluate, limits, theme, signal, startedAt });

  async function candidatesIn(url: string, find: (text: string, url: string) => Candidate[]): Promise<Candidate[]> {
    const file = await readText(fetch, url, limits, signal);
    return file === undefined ? [] : find(file.text, file.url);
  }

  if (home.tags !== undefined) {
    const manifest = manifestUrl(home.tags);
    if (manifest !== undefined) race.addLater(candidatesIn(manifest, manifestIcons), bestOfManifest);
    const browserconfig = browserconfigUrl(home.tags);
    if (browserconfig) race.addLater(candidatesIn(browserconfig, browserconfigTiles), bestOfBrowserconfig);
  }
  race.add([...declaredIcons(home.tags), ...commonPaths(home.url)]);
  await race.settled();

  // The rarer paths of an unreachable site cannot be reached either.
  const isReachable = !home.unavailable || race.hasPicture();
  if (race.bestScore() < goodScore - weights.vector && isReachable) {
    race.add(rarePaths(home.url));
    if (home.tags !== undefined && browserconfigUrl(home.tags) === undefined) {
      const url = new URL('/browserconfig.xml', home.url).href;
      race.addLater(candidatesIn(url, browserconfigTiles), bestOfBrowserconfig);
    }
    await race.settled();
  }
  stop.abort();
  return { evaluations: race.results(), unavailable: home.unavailable };
}

function declaredIcons(tags: PageTags | undefined): Candidate[] {
  return tags === undefined ? [] : [...linkedIcons(tags), ...metaTiles(tags), ...jsonLdLogos(tags)];
}

/** Reads a small text file of the site; undefined if it is missing, slow or too large. */
async function readText(
  fetch: Fetch,
  url: string,
  limits: SearchLimits,
  signal: AbortSignal,
): Promise<{ text: string; url: string } | undefined> {
  try {
    const response = await fetch({
      ...{ url, signal, maxBytes: limits.maxTextBytes },
      totalTimeoutMs: limits.picture.timeoutMs,
    });
    return response.status === 200 ? { text: response.body.toString('utf8'), url: response.url } : undefined;
  } catch (error) {
    if (signal.aborted || error instanceof Failure) return undefined;
    throw error;
  }
}
