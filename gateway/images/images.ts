import { LRUCache } from 'lru-cache';
import { canBeRegistered } from '../../contracts/images/domain.ts';
import { monogram } from '../../contracts/images/monogram.ts';
import { type ImageParameters, imageCacheKey, renditionObjectName } from '../../contracts/images/parameters.ts';
import type { SourceKind } from '../../contracts/images/source.ts';
import { withTimeout } from '../../runtime/timeLimit.ts';
import type { Source, SourceName } from '../../storage/sources.ts';
import type { Storage } from '../../storage/storage.ts';
import type { AnswerOrigin } from '../observability/metrics.ts';
import type { Flows } from '../temporal/flows.ts';
import { dayS, hourS, type ImageAnswer, imageAnswer, minuteS, noImage } from './answer.ts';
import type { AllowColdSearch } from './coldSearches.ts';
import type { PictureCalls } from './pictureCalls.ts';

interface Deps {
  storage: Pick<Storage, 'sources' | 'pictures'>;
  flows: Pick<Flows, 'refreshIcon'>;
  pictures: PictureCalls;
  allowColdSearch: AllowColdSearch;
}

interface Rendition {
  from: SourceKind;
  body: Buffer;
}

export interface FoundImage {
  answer: ImageAnswer;
  cache: 'HIT' | 'MISS' | 'STALE';
  origin: AnswerOrigin;
}

/** How soon a gateway notices a newer source. */
const cacheTtlMs = 60_000;
/** By default lru-cache sets a timer for each millisecond in which it is asked. */
const clockResolutionMs = 1_000;
const cacheBytes = 24 * 1024 * 1024;
/** What V8 takes for a cached image besides its bytes. */
const entryBytes = 1_024;
/** How long a caller waits for a site that hangs; then the fallback answers while the search goes on. */
const searchTimeoutMs = 10_000;
/** A new `v` triggers a search, at most this often. One that comes earlier is remembered by nobody: it triggers the next. */
const versionIntervalMs = 60_000;

export interface Images {
  /** The requested rendition: from memory, from the store, rendered now, or its fallback. `key` is who asks. */
  find(domain: string, parameters: ImageParameters, key?: string): Promise<FoundImage>;
  /** The rendition with this cache key, if it is in memory. */
  cached(cacheKey: string): ImageAnswer | undefined;
}

export function createImages({ storage, flows, pictures, allowColdSearch }: Deps): Images {
  const cache = new LRUCache<string, ImageAnswer>({
    maxSize: cacheBytes,
    sizeCalculation: ({ body }) => entryBytes + (body?.length ?? 0),
    ttl: cacheTtlMs,
    ttlResolution: clockResolutionMs,
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
    if (found.answer.maxAgeSeconds > minuteS) cache.set(cacheKey, withOwnMemory(found.answer));
    return found;
  }

  async function findUncached(domain: string, parameters: ImageParameters, key?: string): Promise<FoundImage> {
    if (!canBeRegistered(domain))
      return { answer: await drawFallback(domain, parameters, hourS), cache: 'MISS', origin: 'fallback' };
    const source = await storage.sources.find(nameOf(domain, parameters));
    if (!source && !(await allowColdSearch(domain, key)))
      return { answer: await drawFallback(domain, parameters, minuteS), cache: 'MISS', origin: 'fallback' };
    const isNew = source !== null && isNewVersion(source, parameters);
    const isTooEarly = isNew && Date.now() - source.checkedAt.getTime() < versionIntervalMs;
    if (!source || (isNew && !isTooEarly)) return searchSite(source, domain, parameters);
    if (isTooEarly) return expiringSoon(await findKnown(source, domain, parameters));
    return findKnown(source, domain, parameters);
  }

  async function findKnown(source: Source, domain: string, parameters: ImageParameters): Promise<FoundImage> {
    const isOverdue = source.dueAt.getTime() < Date.now();
    // Behind the answer. A refresh that fails is retried by the next request.
    if (isOverdue) flows.refreshIcon({ ...nameOf(domain, parameters), wanted: [parameters] }).catch(() => {});
    const stored = await storedRendition(source, parameters);
    if (stored) return { answer: stored, cache: isOverdue ? 'STALE' : 'HIT', origin: 'storage' };
    const answer = await renderNow(source, domain, parameters);
    return { answer, cache: isOverdue ? 'STALE' : 'MISS', origin: 'rendered' };
  }

  async function searchSite(known: Source | null, domain: string, parameters: ImageParameters): Promise<FoundImage> {
    // A search that fails counts like one that takes too long.
    const search = pictures.find({ ...nameOf(domain, parameters), wanted: [parameters] });
    const found = await withTimeout(searchTimeoutMs, search, 'the search takes long').catch(() => 'not found' as const);
    if (found === 'not found' && !known?.digest)
      return { answer: await drawFallback(domain, parameters, minuteS), cache: 'MISS', origin: 'fallback' };
    const name = nameOf(domain, parameters);
    if (parameters.version) await storage.sources.sawVersion(name, parameters.version);
    if (typeof found === 'object')
      return { answer: renditionAnswer(found, parameters), cache: 'MISS', origin: 'rendered' };
    const source = await storage.sources.find(name);
    const stored = source && (await storedRendition(source, parameters));
    return { answer: stored ?? (await renderNow(source, domain, parameters)), cache: 'MISS', origin: 'rendered' };
  }

  async function storedRendition(source: Source, parameters: ImageParameters): Promise<ImageAnswer | undefined> {
    const body = source.digest && (await storage.pictures.getRendition(renditionObjectName(source.digest, parameters)));
    return body ? renditionAnswer({ from: source.from, body }, parameters) : undefined;
  }

  async function renderNow(source: Source | null, domain: string, parameters: ImageParameters): Promise<ImageAnswer> {
    const { from = 'none', digest } = source ?? {};
    const rendered =
      digest === undefined ? undefined : await pictures.render({ domain, parameters, source: { from, digest } });
    if (rendered) return renditionAnswer(rendered, parameters);
    return drawFallback(domain, parameters, source && isAboutToBeSearched(source) ? minuteS : hourS);
  }

  /** A monogram is drawn here; what needs pixels or the site's title is drawn by a worker, and is a monogram if that fails. */
  async function drawFallback(
    domain: string,
    parameters: ImageParameters,
    maxAgeSeconds: number,
  ): Promise<ImageAnswer> {
    const isCard = parameters.fallback === 'card';
    const needsWorker = isCard || (parameters.raster === true && parameters.fallback === 'monogram');
    const drawn = needsWorker ? await pictures.drawFallback({ domain, parameters }).catch(() => undefined) : undefined;
    if (!drawn) return fallback(domain, parameters, maxAgeSeconds);
    return imageAnswer(isCard ? 'card' : 'monogram', drawn, contentTypeOf(parameters), maxAgeSeconds);
  }

  return {
    cached: (cacheKey) => cache.get(cacheKey),
    async find(domain, parameters, key) {
      const answer = cache.get(imageCacheKey(domain, parameters));
      return answer ? { answer, cache: 'HIT', origin: 'memory' } : findShared(domain, parameters, key);
    },
  };
}

/** Small buffers share Node's pool: with an icon of 400 bytes, the cache would keep all 8 KB of which it is a part. */
function withOwnMemory(answer: ImageAnswer): ImageAnswer {
  const { body } = answer;
  if (body === undefined || body.buffer.byteLength === body.length) return answer;
  const own = Buffer.allocUnsafeSlow(body.length);
  body.copy(own);
  return { ...answer, body: own };
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

function nameOf(domain: string, { kind, theme }: ImageParameters): SourceName {
  return { kind, domain, theme };
}

function renditionAnswer({ from, body }: Rendition, { format }: ImageParameters): ImageAnswer {
  // An SVG is served as SVG, whatever format was requested, unless `raster` was.
  const isSvg = body.subarray(0, 256).toString().trimStart().startsWith('<');
  return imageAnswer(from, body, isSvg ? 'image/svg+xml' : contentTypeOf({ format }), dayS);
}

function contentTypeOf({ format }: Pick<ImageParameters, 'format'>): string {
  return `image/${format === 'jpg' ? 'jpeg' : format}`;
}

export function fallback(
  domain: string,
  { kind, size, fallback: wanted }: ImageParameters,
  maxAgeSeconds: number,
): ImageAnswer {
  if (wanted === '404') return noImage(maxAgeSeconds);
  return imageAnswer('monogram', Buffer.from(monogram(domain, kind, size).svg), 'image/svg+xml', maxAgeSeconds);
}
