import { LRUCache } from 'lru-cache';
import { monogram } from '../../contracts/images/monogram.ts';
import { type ImageParameters, imageCacheKey, renditionObjectName } from '../../contracts/images/parameters.ts';
import { withTimeout } from '../../runtime/timeLimit.ts';
import type { Source } from '../../storage/sources.ts';
import type { Storage } from '../../storage/storage.ts';
import type { AnswerOrigin } from '../observability/metrics.ts';
import type { Flows } from '../temporal/flows.ts';
import { dayS, hourS, type ImageAnswer, imageAnswer, minuteS, noImage } from './answer.ts';
import type { AllowColdSearch } from './coldSearches.ts';

interface Deps {
  storage: Pick<Storage, 'sources' | 'pictures'>;
  flows: Pick<Flows, 'refreshIcon' | 'renderImage'>;
  allowColdSearch: AllowColdSearch;
}

export interface FoundImage {
  answer: ImageAnswer;
  cache: 'HIT' | 'MISS' | 'STALE';
  origin: AnswerOrigin;
}

/** How soon a gateway notices a newer source. */
const cacheTtlMs = 60_000;
const cacheBytes = 24 * 1024 * 1024;
/** How long a caller waits for a site that hangs; then the fallback answers while the search goes on. */
const searchTimeoutMs = 10_000;
/** A new `v` triggers a search, at most this often. One that comes earlier is remembered by nobody: it triggers the next. */
const versionIntervalMs = 60_000;

export interface Images {
  /** The requested rendition: from memory, from the store, rendered now, or its fallback. `key` is who asks. */
  find(domain: string, parameters: ImageParameters, key?: string): Promise<FoundImage>;
  /** The rendition, if it is in memory. */
  cached(domain: string, parameters: ImageParameters): ImageAnswer | undefined;
}

export function createImages({ storage, flows, allowColdSearch }: Deps): Images {
  const cache = new LRUCache<string, ImageAnswer>({
    maxSize: cacheBytes,
    sizeCalculation: ({ body }) => 512 + (body?.length ?? 0),
    ttl: cacheTtlMs,
    // A stale image is better than none while the database is unreachable.
    noDeleteOnStaleGet: true,
  });
  /** Concurrent requests for the same rendition share one search. */
  const running = new Map<string, Promise<FoundImage>>();

  async function findShared(domain: string, parameters: ImageParameters, key?: string): Promise<FoundImage> {
    const cacheKey = imageCacheKey(domain, parameters);
    const search =
      running.get(cacheKey) ?? findUncached(domain, parameters, key).finally(() => running.delete(cacheKey));
    running.set(cacheKey, search);
    const found = await search.catch((error: unknown) => {
      const stale = cache.get(cacheKey, { allowStale: true });
      if (!stale) throw error;
      return { answer: stale, cache: 'STALE' as const, origin: 'memory' as const };
    });
    if (found.answer.maxAgeSeconds > minuteS) cache.set(cacheKey, found.answer);
    return found;
  }

  async function findUncached(domain: string, parameters: ImageParameters, key?: string): Promise<FoundImage> {
    const name = { kind: parameters.kind, domain, theme: parameters.theme };
    const source = await storage.sources.find(name);
    if (!source && !(await allowColdSearch(domain, key)))
      return { answer: fallback(domain, parameters, minuteS), cache: 'MISS', origin: 'fallback' };
    const refresh = () => flows.refreshIcon({ ...name, wanted: [parameters] });
    const isNew = source !== null && isNewVersion(source, parameters);
    const isTooEarly = isNew && Date.now() - source.checkedAt.getTime() < versionIntervalMs;
    if (!source || (isNew && !isTooEarly)) return searchSite(source, refresh, domain, parameters);
    if (isTooEarly) return expiringSoon(await findKnown(source, refresh, domain, parameters));
    return findKnown(source, refresh, domain, parameters);
  }

  async function findKnown(
    source: Source,
    refresh: () => Promise<void>,
    domain: string,
    parameters: ImageParameters,
  ): Promise<FoundImage> {
    const isOverdue = source.dueAt.getTime() < Date.now();
    // Behind the answer. A refresh that fails is retried by the next request.
    if (isOverdue) refresh().catch(() => {});
    const stored = await storedRendition(source, parameters);
    if (stored) return { answer: stored, cache: isOverdue ? 'STALE' : 'HIT', origin: 'storage' };
    const answer = await renderNow(source, domain, parameters);
    return { answer, cache: isOverdue ? 'STALE' : 'MISS', origin: 'rendered' };
  }

  async function searchSite(
    known: Source | null,
    refresh: () => Promise<void>,
    domain: string,
    parameters: ImageParameters,
  ): Promise<FoundImage> {
    // A search that fails counts like one that takes too long.
    const isDone = await withTimeout(searchTimeoutMs, refresh(), 'the search takes long').then(
      () => true,
      () => false,
    );
    if (!isDone && !known?.digest)
      return { answer: fallback(domain, parameters, minuteS), cache: 'MISS', origin: 'fallback' };
    const name = { kind: parameters.kind, domain, theme: parameters.theme };
    const source = await storage.sources.find(name);
    if (parameters.version && source) await storage.sources.sawVersion(name, parameters.version);
    const stored = source && (await storedRendition(source, parameters));
    return { answer: stored ?? (await renderNow(source, domain, parameters)), cache: 'MISS', origin: 'rendered' };
  }

  async function storedRendition(source: Source, parameters: ImageParameters): Promise<ImageAnswer | undefined> {
    const body = source.digest && (await storage.pictures.getRendition(renditionObjectName(source.digest, parameters)));
    return body ? renditionAnswer(source, body, parameters) : undefined;
  }

  async function renderNow(source: Source | null, domain: string, parameters: ImageParameters): Promise<ImageAnswer> {
    if (source?.digest) {
      await flows.renderImage({ domain, parameters }, renditionObjectName(source.digest, parameters));
      // If the source's bytes were lost, the workflow has searched again and may have found another one.
      const current = await storage.sources.find(source);
      const rendered = current && (await storedRendition(current, parameters));
      if (rendered) return rendered;
    }
    return fallback(domain, parameters, source && isAboutToBeSearched(source) ? minuteS : hourS);
  }

  return {
    cached: (domain, parameters) => cache.get(imageCacheKey(domain, parameters)),
    async find(domain, parameters, key) {
      const answer = cache.get(imageCacheKey(domain, parameters));
      return answer ? { answer, cache: 'HIT', origin: 'memory' } : findShared(domain, parameters, key);
    },
  };
}

/** A fallback is cached for an hour, unless the site is being searched, or will be within a minute. */
function isAboutToBeSearched({ dueAt }: Source): boolean {
  return dueAt.getTime() < Date.now() + minuteS * 1_000;
}

function isNewVersion({ versions }: Source, { version }: ImageParameters): boolean {
  return version !== undefined && !versions.includes(version);
}

/** Cached for a minute only, so that a request after that can trigger the search that this one could not. */
function expiringSoon(found: FoundImage): FoundImage {
  const maxAgeSeconds = Math.min(found.answer.maxAgeSeconds, minuteS);
  return { ...found, answer: { ...found.answer, maxAgeSeconds } };
}

function renditionAnswer({ from }: Source, body: Buffer, { format }: ImageParameters): ImageAnswer {
  // An SVG is served as SVG, whatever format was requested.
  const isSvg = body.subarray(0, 256).toString().trimStart().startsWith('<');
  return imageAnswer(from, body, isSvg ? 'image/svg+xml' : `image/${format === 'jpg' ? 'jpeg' : format}`, dayS);
}

export function fallback(
  domain: string,
  { kind, size, fallback: wanted }: ImageParameters,
  maxAgeSeconds: number,
): ImageAnswer {
  if (wanted === '404') return noImage(maxAgeSeconds);
  return imageAnswer('monogram', Buffer.from(monogram(domain, kind, size).svg), 'image/svg+xml', maxAgeSeconds);
}
