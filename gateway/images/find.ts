import { LRUCache } from 'lru-cache';
import { monogram } from '../../contracts/images/monogram.ts';
import { type ImageParameters, renditionKey, renditionName } from '../../contracts/images/parameters.ts';
import { inTime } from '../../runtime/timeLimit.ts';
import type { Source } from '../../storage/sources.ts';
import type { Storage } from '../../storage/storage.ts';
import type { ImageWay } from '../observability/metrics.ts';
import type { Flows } from '../temporal/flows.ts';
import { dayS, hourS, type ImageAnswer, imageAnswer, minuteS, noImage } from './answer.ts';

interface Parts {
  storage: Pick<Storage, 'sources' | 'pictures'>;
  flows: Pick<Flows, 'refreshIcon' | 'renderImage'>;
}

export interface FoundImage {
  answer: ImageAnswer;
  cache: 'HIT' | 'MISS' | 'STALE';
  way: ImageWay;
}

/** A gateway looks for a newer source this often. */
const memoryMs = 60_000;
const memoryBytes = 24 * 1024 * 1024;
/** A site that hangs costs a caller this much; then the fallback answers while the search goes on. */
const patienceMs = 10_000;
/** A new `v` has the site asked again, at most this often. */
const versionEveryMs = 60_000;

export interface Images {
  /** The rendition that was asked for: from memory, from the store, made now, or its fallback. */
  find(domain: string, parameters: ImageParameters): Promise<FoundImage>;
  /** It, where it is in memory. */
  held(domain: string, parameters: ImageParameters): ImageAnswer | undefined;
}

export function createImages({ storage, flows }: Parts): Images {
  const memory = new LRUCache<string, ImageAnswer>({
    maxSize: memoryBytes,
    sizeCalculation: ({ body }) => 512 + (body?.length ?? 0),
    ttl: memoryMs,
    // What is too old is still better than nothing while the database is away.
    noDeleteOnStaleGet: true,
  });
  /** Requests for the same rendition wait for the same search. */
  const underWay = new Map<string, Promise<FoundImage>>();

  return {
    held: (domain, parameters) => memory.get(renditionKey(domain, parameters)),
    async find(domain, parameters) {
      const key = renditionKey(domain, parameters);
      const answer = memory.get(key);
      return answer ? { answer, cache: 'HIT', way: 'memory' } : lookFor(key, domain, parameters);
    },
  };

  async function lookFor(key: string, domain: string, parameters: ImageParameters): Promise<FoundImage> {
    const running = underWay.get(key) ?? search(domain, parameters).finally(() => underWay.delete(key));
    underWay.set(key, running);
    const found = await running.catch((error: unknown) => {
      const last = memory.get(key, { allowStale: true });
      if (!last) throw error;
      return { answer: last, cache: 'STALE' as const, way: 'memory' as const };
    });
    if (found.answer.maxAgeSeconds > minuteS) memory.set(key, found.answer);
    return found;
  }

  async function search(domain: string, parameters: ImageParameters): Promise<FoundImage> {
    const name = { kind: parameters.kind, domain, theme: parameters.theme };
    let source = await storage.sources.find(name);
    const refresh = () => flows.refreshIcon({ ...name, wanted: [parameters] });

    if (!source || (await isNewVersion(source, parameters))) {
      // A search that fails is one that found nothing.
      const done = await inTime(patienceMs, refresh(), 'the search takes long').then(
        () => true,
        () => false,
      );
      if (!done && !source?.digest)
        return { answer: fallback(domain, parameters, minuteS), cache: 'MISS', way: 'fallback' };
      source = await storage.sources.find(name);
      if (parameters.version && source) await storage.sources.sawVersion(name, parameters.version);
      const found = (source && (await stored(source, parameters))) ?? (await made(source, domain, parameters));
      return { answer: found, cache: 'MISS', way: 'rendered' };
    }
    const overdue = source.dueAt.getTime() < Date.now();
    // The answer does not wait for it.
    if (overdue) refresh().catch(() => {});
    const kept = await stored(source, parameters);
    if (kept) return { answer: kept, cache: overdue ? 'STALE' : 'HIT', way: 'storage' };
    return { answer: await made(source, domain, parameters), cache: overdue ? 'STALE' : 'MISS', way: 'rendered' };
  }

  async function isNewVersion(source: Source, { version }: ImageParameters): Promise<boolean> {
    if (version === undefined || source.versions.includes(version)) return false;
    if (Date.now() - source.checkedAt.getTime() >= versionEveryMs) return true;
    await storage.sources.sawVersion(source, version);
    return false;
  }

  async function stored(source: Source, parameters: ImageParameters): Promise<ImageAnswer | undefined> {
    const body = source.digest && (await storage.pictures.getRendition(renditionName(source.digest, parameters)));
    return body ? picture(source, body, parameters) : undefined;
  }

  async function made(source: Source | null, domain: string, parameters: ImageParameters): Promise<ImageAnswer> {
    if (source?.digest) {
      await flows.renderImage({ domain, parameters }, renditionName(source.digest, parameters));
      // Where the source itself was lost, it has been looked for again and may be another.
      const now = await storage.sources.find(source);
      const found = now && (await stored(now, parameters));
      if (found) return found;
    }
    return fallback(domain, parameters, hourS);
  }
}

function picture({ from }: Source, body: Buffer, { format }: ImageParameters): ImageAnswer {
  // An SVG is answered as such, whatever format was asked for.
  const svg = body.subarray(0, 256).toString().trimStart().startsWith('<');
  return imageAnswer(from, body, svg ? 'image/svg+xml' : `image/${format === 'jpg' ? 'jpeg' : format}`, dayS);
}

export function fallback(
  domain: string,
  { kind, size, fallback: wanted }: ImageParameters,
  maxAgeSeconds: number,
): ImageAnswer {
  if (wanted === '404') return noImage(maxAgeSeconds);
  return imageAnswer('monogram', Buffer.from(monogram(domain, kind, size).svg), 'image/svg+xml', maxAgeSeconds);
}
