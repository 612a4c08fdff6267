import { createHash } from 'node:crypto';
import { Failure } from '../../contracts/failures.ts';
import { renditionObjectName } from '../../contracts/images/parameters.ts';
import { refreshWorkflowId } from '../../contracts/work/ids.ts';
import type { RefreshWork, RenderWork } from '../../contracts/work/images.ts';
import type { IconMetrics } from '../../runtime/metrics/work.ts';
import type { Picture } from '../../storage/pictures.ts';
import type { SourceName } from '../../storage/sources.ts';
import type { Storage } from '../../storage/storage.ts';
import type { IconFinder, SearchResult, SourcePicture } from './find.ts';
import type { RenditionMaker } from './renditions.ts';

interface Deps {
  storage: Pick<Storage, 'sources' | 'pictures'>;
  finder: IconFinder;
  renditions: RenditionMaker;
  metrics: IconMetrics;
}

const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const weekMs = 7 * dayMs;
/** A share of the delay: spreads the next refresh of sites that were first requested together. */
const jitter = 0.15;
/** As long as the gateway waits for one rendition (gateway/images/pictureCalls.ts). */
const callerWaitsMs = 10_000;
/** Far below the time after which a new `v` may cause the next search. */
const keptMs = 5_000;
/** For a search that nobody may be waiting for any more; the searches of sites have shorter limits of their own. */
const searchTimeoutMs = 90_000;

/** A source with the digest that names it in the object store. */
interface StoredPicture extends Pick<SourcePicture, 'kind' | 'body'> {
  digest: string;
}

/** A rendition with the name under which it is stored. */
export interface MadeRendition extends Picture {
  name: string;
}

export type Pictures = ReturnType<typeof createPictures>;

/** Finds the pictures of domains and makes renditions of them; both are stored. */
export function createPictures({ storage, finder, renditions, metrics }: Deps) {
  const searches = new Map<string, Promise<StoredPicture | undefined>>();

  async function makeRendition(
    { digest, ...source }: StoredPicture,
    { domain, parameters }: RenderWork,
    signal: AbortSignal,
  ): Promise<MadeRendition | undefined> {
    const made = await renditions.make({ domain, source, parameters: { ...parameters, fallback: '404' }, signal });
    if (made.source === 'none' || made.source === 'monogram') return undefined;
    const { body, contentType } = made;
    return { name: renditionObjectName(digest, parameters), from: source.kind, body, contentType };
  }

  async function store({ name, ...rendition }: MadeRendition): Promise<void> {
    await storage.pictures.putRendition(name, rendition);
  }

  async function storePicture(
    name: SourceName,
    source: SourcePicture,
    { candidates }: SearchResult,
    checkedAt: Date,
  ): Promise<StoredPicture> {
    const { kind: from, body, contentType, width, height } = source;
    const digest = createHash('sha256').update(body).digest('hex');
    await storage.pictures.putSource(digest, body, contentType);
    await storage.sources.put(name, {
      ...{ from, digest, contentType, width, height, candidates, checkedAt, misses: 0 },
      dueAt: jitteredDate(checkedAt, weekMs),
    });
    return { ...source, digest };
  }

  /** Searches for a domain's picture and stores it. While the site is unreachable, the last picture found stays. */
  async function search({ kind, domain, theme }: SourceName, signal: AbortSignal): Promise<StoredPicture | undefined> {
    const name: SourceName = { kind, domain, theme };
    const result =
      kind === 'icon' ? await finder.findIcon({ domain, theme, signal }) : await finder.findOgImage({ domain, signal });
    const checkedAt = new Date();
    const { source, candidates } = result;
    const isDoubtful = result.unavailable && (source.kind === 'none' || source.kind === 'service');
    if (isDoubtful && (await storage.sources.find(name))?.digest) {
      await storage.sources.missed(name, { checkedAt, dueAt: jitteredDate(checkedAt, dayMs) });
      metrics.iconRefreshed(kind, 'kept');
      return undefined;
    }
    if (source.kind === 'none') {
      const dueAt = new Date(checkedAt.getTime() + (result.isCutShort ? minuteMs : hourMs));
      const { page } = result;
      await storage.sources.put(name, { from: 'none', candidates, checkedAt, dueAt, misses: 0, ...(page && { page }) });
      metrics.iconRefreshed(kind, 'none');
      return undefined;
    }
    const stored = await storePicture(name, source, result, checkedAt);
    metrics.iconRefreshed(kind, source.kind);
    return stored;
  }

  /**
   * Callers that ask for the same picture at a time share one search, which goes on if they leave. Its result is kept for
   * those that are still on their way.
   */
  function sharedSearch(name: SourceName): Promise<StoredPicture | undefined> {
    const key = refreshWorkflowId(name);
    const running = searches.get(key);
    if (running) return running;
    const started = search(name, AbortSignal.timeout(searchTimeoutMs));
    searches.set(key, started);
    const forget = () => searches.delete(key);
    started.then(() => setTimeout(forget, keptMs).unref(), forget);
    return started;
  }

  return {
    /** Searches for a domain's picture, stores it, and makes and stores the renditions that are wanted. */
    async findSource({ wanted, ...name }: RefreshWork, signal: AbortSignal): Promise<void> {
      const picture = await search(name, signal);
      if (!picture) return;
      for (const parameters of wanted) {
        const made = await makeRendition(picture, { domain: name.domain, parameters }, signal);
        if (made) await store(made);
      }
    },

    /** Searches for a domain's picture, stores it, and makes the rendition that the caller waits for. */
    async findWanted({ wanted: [parameters], ...name }: RefreshWork, signal: AbortSignal) {
      const picture = await sharedSearch(name);
      return picture && parameters && makeRendition(picture, { domain: name.domain, parameters }, signal);
    },

    store,

    /** The icon of a domain on light: the one that is stored, or else what a search finds. */
    async icon(domain: string, signal: AbortSignal): Promise<Buffer | undefined> {
      const name = { kind: 'icon', domain, theme: 'light' } as const;
      const source = await storage.sources.find(name);
      const stored = source?.digest && (await storage.pictures.getSource(source.digest));
      if (stored || (source && source.from === 'none')) return stored || undefined;
      signal.throwIfAborted();
      return (await sharedSearch(name))?.body;
    },

    /** Makes one rendition of a stored source. */
    async render({ source: known, ...work }: RenderWork, signal: AbortSignal): Promise<MadeRendition | undefined> {
      const { kind, theme } = work.parameters;
      const name = { kind, domain: work.domain, theme };
      const { from = 'none', digest } = known ?? (await storage.sources.find(name)) ?? {};
      if (digest === undefined || from === 'none') return undefined;
      const body = await storage.pictures.getSource(digest);
      if (!body) {
        // The bytes are lost or the object store is unreachable, but the site still has the picture.
        const found = await search(name, signal);
        return found && makeRendition(found, work, signal);
      }
      const whileWaitedFor = AbortSignal.any([signal, AbortSignal.timeout(callerWaitsMs)]);
      return makeRendition({ kind: from, digest, body }, work, whileWaitedFor).catch((error: unknown): never => {
        if (!whileWaitedFor.aborted) throw error;
        throw new Failure('PageTimedOut', 'The picture waited too long for its turn.', { cause: error });
      });
    },
  };
}

function jitteredDate(from: Date, delayMs: number) {
  return new Date(from.getTime() + delayMs * (1 + jitter * (Math.random() * 2 - 1)));
}
