import type { Theme } from '../../contracts/images/parameters.ts';
import type { PictureOrigin } from '../../contracts/images/source.ts';
import type { SourceCandidate } from '../../storage/sources.ts';
import { type Evaluation, rejectCandidate } from './candidate.ts';
import type { DecoderPool } from './decode/pool.ts';
import { cardUrls } from './discover/cards.ts';
import { readHomePage } from './discover/homePage.ts';
import { downloadPicture } from './download.ts';
import { createEvaluateCandidate, evaluateCard, evaluateMark } from './evaluate.ts';
import type { Fetch } from './fetch.ts';
import type { Marks } from './marks/marks.ts';
import { searchSite } from './search.ts';
import { defaultSearchLimits, type SearchLimits } from './searchLimits.ts';
import { createServiceSearch, type FaviconService } from './services.ts';

/** The picture of a domain (and theme) from which all its renditions are made. */
export interface SourcePicture {
  kind: PictureOrigin;
  body: Buffer;
  contentType: string;
  width: number;
  height: number;
}

export type FoundSource = SourcePicture | { kind: 'none' };

export interface SearchResult {
  source: FoundSource;
  /** All candidates, best first, with scores and reasons. */
  candidates: SourceCandidate[];
  /** The site was unreachable, so a picture found by an earlier search is better than this result. */
  unavailable?: true;
  /** Pictures of the site were not looked at, because the decoder was busy with others: a later search may find one. */
  isCutShort?: true;
}

export interface IconFinder {
  findIcon(wanted: { domain: string; theme: Theme; signal?: AbortSignal }): Promise<SearchResult>;
  findOgImage(wanted: { domain: string; signal?: AbortSignal }): Promise<SearchResult>;
}

export interface IconFinderDeps {
  fetch: Fetch;
  decoder: DecoderPool;
  marks: Marks;
  /** Third-party favicon services in the order in which they are queried; an empty list turns them off. */
  services: readonly FaviconService[];
  limits?: Partial<SearchLimits>;
}

/** Finds icons and Open Graph images. For icons it tries the curated marks, then the site, then the services. */
export function createIconFinder(deps: IconFinderDeps): IconFinder {
  const { fetch, decoder, marks, services } = deps;
  const limits = { ...defaultSearchLimits, ...deps.limits };
  const evaluate = createEvaluateCandidate(fetch, decoder, limits.picture);
  const searchServices = createServiceSearch(fetch, decoder, services, limits.service);

  function withDeadline(signal: AbortSignal | undefined): AbortSignal {
    const timeout = AbortSignal.timeout(limits.totalTimeoutMs);
    return signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
  }

  async function downloadCard(url: string, signal: AbortSignal): Promise<Evaluation> {
    const downloaded = await downloadPicture(fetch, url, limits.card, signal);
    return 'problem' in downloaded
      ? rejectCandidate({ url, source: 'card' }, downloaded.problem)
      : evaluateCard(decoder, url, downloaded.body, signal);
  }

  return {
    async findIcon({ domain, theme, signal }) {
      const deadline = withDeadline(signal);
      const mark = marks.find(domain, theme);
      const marked = mark && (await evaluateMark(decoder, mark, await marks.read(mark), theme, deadline));
      // A mark outranks everything the site has, so no request is made.
      if (mark?.fits && marked?.record.score !== undefined) return resultOf('curated', marked, [marked]);

      const site = await searchSite({ fetch, evaluate, limits }, domain, theme, deadline);
      const unavailable = site.unavailable ? { unavailable: true as const } : {};
      const evaluations = [...site.evaluations, ...(marked === undefined ? [] : [marked])].sort(byScore);
      const best = site.evaluations.sort(byScore)[0];
      if (best?.record.score !== undefined) return { ...resultOf('site', best, evaluations), ...unavailable };
      if (marked?.picture !== undefined) return { ...resultOf('curated', marked, evaluations), ...unavailable };

      const served = await searchServices(domain, theme, deadline);
      const last = served.at(-1);
      const all = [...evaluations, ...served];
      if (last?.record.score !== undefined) return { ...resultOf('service', last, all.sort(byScore)), ...unavailable };
      return { ...noResult(all), ...unavailable };
    },

    async findOgImage({ domain, signal }) {
      const deadline = withDeadline(signal);
      const home = await readHomePage(fetch, domain, limits.homePage, deadline);
      const urls = home.tags === undefined ? [] : cardUrls(home.tags);
      const evaluations = await Promise.all(urls.map((url) => downloadCard(url, deadline)));
      const best = evaluations.find(({ record }) => record.score !== undefined);
      const result = best === undefined ? noResult(evaluations) : resultOf('site', best, evaluations);
      return home.unavailable ? { ...result, unavailable: true } : result;
    },
  };
}

function resultOf(kind: PictureOrigin, best: Evaluation, all: readonly Evaluation[]): SearchResult {
  if (best.picture === undefined) return noResult(all);
  const candidates = all.map(({ record }) => ({ ...record, chosen: record === best.record }));
  const { body, inspection } = best.picture;
  const { contentType, width, height } = inspection;
  return { source: { kind, body, contentType, width, height }, candidates };
}

function noResult(all: readonly Evaluation[]): SearchResult {
  const isCutShort = all.some(({ isUndecided }) => isUndecided);
  return {
    source: { kind: 'none' },
    candidates: all.map(({ record }) => record),
    ...(isCutShort && { isCutShort: true as const }),
  };
}

function byScore(a: Evaluation, b: Evaluation): number {
  return (b.record.score ?? -1e9) - (a.record.score ?? -1e9);
}
