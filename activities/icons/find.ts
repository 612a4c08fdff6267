import { ownersDomain } from '../../contracts/images/domain.ts';
import type { Theme } from '../../contracts/images/parameters.ts';
import type { PictureOrigin } from '../../contracts/images/source.ts';
import type { PageDescription, SourceCandidate } from '../../storage/sources.ts';
import { type Evaluation, rejectCandidate } from './candidate.ts';
import type { DecoderPool } from './decode/pool.ts';
import { cardUrls } from './discover/cards.ts';
import { describePage } from './discover/describePage.ts';
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
  /** What the home page says about itself, for a card that is drawn in place of an Open Graph image. */
  page?: PageDescription;
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

/** Finds icons and Open Graph images. For icons it tries the curated marks, then the site, then its owner, then the services. */
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

  async function findMark(domain: string, theme: Theme, signal: AbortSignal): Promise<Evaluation | undefined> {
    const mark = marks.find(domain, theme);
    return mark && evaluateMark(decoder, mark, await marks.read(mark), theme, signal);
  }

  async function searchAt(domain: string, theme: Theme, signal: AbortSignal) {
    const { evaluations, unavailable } = await searchSite({ fetch, evaluate, limits }, domain, theme, signal);
    return { evaluations: evaluations.sort(byScore), unavailable };
  }

  return {
    async findIcon({ domain, theme, signal }) {
      const deadline = withDeadline(signal);
      const marked = await findMark(domain, theme, deadline);
      // A mark outranks everything the site has, so no request is made.
      if (isUsable(marked)) return resultOf('curated', marked, [marked]);

      const site = await searchAt(domain, theme, deadline);
      const unavailable = site.unavailable ? { unavailable: true as const } : {};
      const all = [...site.evaluations, ...(marked === undefined ? [] : [marked])];
      const found = (kind: PictureOrigin, chosen: Evaluation, further: readonly Evaluation[] = []) => ({
        ...resultOf(kind, chosen, [...all, ...further].sort(byScore)),
        ...unavailable,
      });
      const [best] = site.evaluations;
      if (isUsable(best) && !isSmall(best)) return found('site', best);

      // A host such as `api.github.com` stands for its owner's brand.
      const owner = ownersDomain(domain);
      const isOwners = owner !== domain;
      const ownersMark = isOwners ? await findMark(owner, theme, deadline) : undefined;
      if (isUsable(ownersMark)) return found('curated', ownersMark, [ownersMark]);
      if (isUsable(best)) return found('site', best);
      const ownersIcons = isOwners ? (await searchAt(owner, theme, deadline)).evaluations : [];
      if (isUsable(ownersIcons[0])) return found('site', ownersIcons[0], ownersIcons);

      const served = await searchServices(domain, theme, deadline);
      const last = served.at(-1);
      if (isUsable(last)) return found('service', last, served);
      return { ...noResult([...all, ...ownersIcons, ...served]), ...unavailable };
    },

    async findOgImage({ domain, signal }) {
      const deadline = withDeadline(signal);
      const home = await readHomePage(fetch, domain, limits.homePage, deadline);
      const urls = home.tags === undefined ? [] : cardUrls(home.tags);
      const evaluations = await Promise.all(urls.map((url) => downloadCard(url, deadline)));
      const best = evaluations.find(({ record }) => record.score !== undefined);
      const result = {
        ...(best === undefined ? noResult(evaluations) : resultOf('site', best, evaluations)),
        ...(home.tags && { page: describePage(home.tags) }),
      };
      return home.unavailable ? { ...result, unavailable: true } : result;
    },
  };
}

/** An icon with fewer pixels looks blurred where it is shown. */
const minSharpSide = 64;

function isUsable(evaluation: Evaluation | undefined): evaluation is Evaluation {
  return evaluation?.record.score !== undefined;
}

function isSmall({ picture }: Evaluation): boolean {
  const { isVector = false, width = 0, height = 0 } = picture?.inspection ?? {};
  return !isVector && Math.min(width, height) < minSharpSide;
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
