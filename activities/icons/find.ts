import type { Theme } from '../../contracts/images/parameters.ts';
import { type Budget, usualBudget } from './budget.ts';
import { type JudgedCandidate, type Judgement, shownUrl } from './candidate.ts';
import { tallestCard } from './decode/limits.ts';
import type { Decode } from './decode/pool.ts';
import { cardAddresses } from './discover/cards.ts';
import { readHomePage } from './discover/homePage.ts';
import type { Fetch } from './fetch.ts';
import { createJudge, download, unusable } from './judge.ts';
import type { Mark, Marks } from './marks/marks.ts';
import { scoreCandidate } from './score.ts';
import { searchSite } from './search.ts';
import { createServices, type FaviconService } from './services.ts';

/** The one picture that is kept for a domain (and theme), from which every rendition is made. */
export type Source =
  | { kind: 'site' | 'curated' | 'service'; body: Buffer; contentType: string; width: number; height: number }
  | { kind: 'none' };

export interface Found {
  source: Source;
  /** Everything that was considered, best first, with scores and reasons. */
  candidates: JudgedCandidate[];
  /** The site itself could not be reached: what was kept of it before is better than nothing found now. */
  unavailable?: true;
}

export interface IconFinder {
  findIcon(wanted: { domain: string; theme: Theme; signal?: AbortSignal }): Promise<Found>;
  findOgImage(wanted: { domain: string; signal?: AbortSignal }): Promise<Found>;
}

export interface IconFinderParts {
  fetch: Fetch;
  decode: Decode;
  marks: Marks;
  /** Third-party favicon services in the order they are asked; none switches them off. */
  services: readonly FaviconService[];
  budget?: Partial<Budget>;
}

/** Finds icons and Open Graph images: marks, then the site, then the services. */
export function createIconFinder(parts: IconFinderParts): IconFinder {
  const { fetch, decode, marks, services } = parts;
  const budget = { ...usualBudget, ...parts.budget };
  const judge = createJudge(fetch, decode, budget.picture);
  const askServices = createServices(fetch, decode, services, budget.service);

  function deadlineFor(signal: AbortSignal | undefined): AbortSignal {
    const timeout = AbortSignal.timeout(budget.totalMs);
    return signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
  }

  async function judgeMark(mark: Mark, theme: Theme): Promise<Judgement> {
    const candidate = { url: `${mark.name}.svg`, source: 'mark' as const };
    const body = Buffer.from(await marks.read(mark));
    const look = await decode.look({ body, theme, ...(mark.tint === undefined ? {} : { tint: mark.tint }) });
    const record: JudgedCandidate = { ...candidate, reasons: [], chosen: false };
    if ('problem' in look) return { candidate, record: { ...record, reasons: [look.problem] } };
    const { width, height, contentType, kept } = look;
    const scored = scoreCandidate(candidate, look, theme, mark.tint !== undefined);
    return {
      candidate,
      record: { ...record, ...scored, width, height, contentType },
      picture: { body: kept ?? body, look },
    };
  }

  return {
    async findIcon({ domain, theme, signal }) {
      const mark = marks.find(domain, theme);
      const marked = mark === undefined ? undefined : await judgeMark(mark, theme);
      // A mark outranks whatever the site has, so the site need not be asked.
      if (mark?.fits && marked?.record.score !== undefined) return found('curated', marked, [marked]);

      const deadline = deadlineFor(signal);
      const site = await searchSite({ fetch, judge, budget }, domain, theme, deadline);
      const away = site.unavailable ? { unavailable: true as const } : {};
      const judgements = [...site.judgements, ...(marked === undefined ? [] : [marked])].sort(byScore);
      const best = site.judgements.sort(byScore)[0];
      if (best?.record.score !== undefined) return { ...found('site', best, judgements), ...away };
      if (marked?.picture !== undefined) return { ...found('curated', marked, judgements), ...away };

      const served = await askServices(domain, theme, deadline);
      const last = served.at(-1);
      if (last?.record.score !== undefined)
        return { ...found('service', last, [...judgements, ...served].sort(byScore)), ...away };
      return { source: { kind: 'none' }, candidates: [...judgements, ...served].map(({ record }) => record), ...away };
    },

    async findOgImage({ domain, signal }) {
      const deadline = deadlineFor(signal);
      const home = await readHomePage(fetch, domain, budget.homePage, deadline);
      const addresses = home.tags === undefined ? [] : cardAddresses(home.tags);
      const tried = await Promise.all(addresses.map((url) => judgeCard(url, deadline)));
      const best = tried.find(({ record }) => record.score !== undefined);
      const away = home.unavailable ? { unavailable: true as const } : {};
      if (best === undefined)
        return { source: { kind: 'none' }, candidates: tried.map(({ record }) => record), ...away };
      return { ...found('site', best, tried), ...away };
    },
  };

  async function judgeCard(url: string, signal: AbortSignal): Promise<Judgement> {
    const candidate = { url, source: 'card' as const };
    const downloaded = await download(fetch, url, budget.card, signal);
    if ('problem' in downloaded) return unusable(candidate, downloaded.problem);
    const look = await decode.look({ body: downloaded.body, theme: 'light' });
    if ('problem' in look) return unusable(candidate, look.problem);
    const { width, height, contentType, kept } = look;
    if (look.blank !== undefined) return unusable(candidate, `nothing to see: ${look.blank}`);
    if (height > width * tallestCard) return unusable(candidate, 'too tall for a card');
    if (!look.vector && Math.min(width, height) < smallestCard)
      return unusable(candidate, `only ${width}×${height} pixels`);
    const record: JudgedCandidate = {
      url: shownUrl(url),
      source: 'card',
      score: 0,
      reasons: ['first that can be used'],
      chosen: false,
      width,
      height,
      contentType,
    };
    return { candidate, record, picture: { body: kept ?? downloaded.body, look } };
  }
}

/** Smaller pictures in a card's place are counters and spacers. */
const smallestCard = 32;

function found(kind: 'site' | 'curated' | 'service', best: Judgement, all: readonly Judgement[]): Found {
  const candidates = all.map(({ record }) => ({ ...record, chosen: record === best.record }));
  if (best.picture === undefined) return { source: { kind: 'none' }, candidates };
  const { body, look } = best.picture;
  return { source: { kind, body, contentType: look.contentType, width: look.width, height: look.height }, candidates };
}

function byScore(a: Judgement, b: Judgement): number {
  return (b.record.score ?? -1e9) - (a.record.score ?? -1e9);
}
