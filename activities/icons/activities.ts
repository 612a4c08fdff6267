import { createHash } from 'node:crypto';
import { cancellationSignal } from '@temporalio/activity';
import { Failure } from '../../contracts/failures.ts';
import { type ImageParameters, renditionObjectName } from '../../contracts/images/parameters.ts';
import type { CollectWork, RefreshWork, RenderWork } from '../../contracts/work/images.ts';
import type { IconMetrics } from '../../runtime/metrics/work.ts';
import type { SourceName } from '../../storage/sources.ts';
import type { Storage } from '../../storage/storage.ts';
import { createCollectPictures } from './collect.ts';
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
/** As long as the gateway waits for one rendition (gateway/temporal/imageFlows.ts). */
const callerWaitsMs = 10_000;
/** Made together with the source, because nearly every caller requests them. */
const commonRenditions: Pick<ImageParameters, 'size' | 'format' | 'retina'>[] = [
  { size: 128, format: 'png', retina: false },
  { size: 64, format: 'png', retina: false },
  { size: 32, format: 'png', retina: false },
];

/** A source with the digest that names it in the object store. */
interface StoredPicture extends SourcePicture {
  digest: string;
}

export type IconActivities = ReturnType<typeof createIconActivities>;

export function createIconActivities({ storage, finder, renditions, metrics }: Deps) {
  const collectPictures = createCollectPictures(storage);

  async function storeRendition(
    { digest, ...source }: StoredPicture,
    { domain, parameters }: RenderWork,
    signal: AbortSignal,
  ) {
    const rendition = await renditions.make({ domain, source, parameters: { ...parameters, fallback: '404' }, signal });
    if (rendition.source === 'none' || rendition.source === 'monogram') return;
    await storage.pictures.putRendition(renditionObjectName(digest, parameters), {
      body: rendition.body,
      contentType: rendition.contentType,
      from: source.kind,
    });
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
  async function findSource({ kind, domain, theme, wanted }: RefreshWork): Promise<void> {
    const name: SourceName = { kind, domain, theme };
    const signal = cancellationSignal();
    const result =
      kind === 'icon' ? await finder.findIcon({ domain, theme, signal }) : await finder.findOgImage({ domain, signal });
    const checkedAt = new Date();
    const { source, candidates } = result;
    const previous = await storage.sources.find(name);
    if (result.unavailable && previous?.digest && (source.kind === 'none' || source.kind === 'service')) {
      await storage.sources.missed(name, { checkedAt, dueAt: jitteredDate(checkedAt, dayMs) });
      metrics.iconRefreshed(kind, 'kept');
      return;
    }
    if (source.kind === 'none') {
      const dueAt = new Date(checkedAt.getTime() + (result.isCutShort ? minuteMs : hourMs));
      await storage.sources.put(name, { from: 'none', candidates, checkedAt, dueAt, misses: 0 });
      metrics.iconRefreshed(kind, 'none');
      return;
    }
    const stored = await storePicture(name, source, result, checkedAt);
    metrics.iconRefreshed(kind, source.kind);
    const common =
      kind === 'icon' ? commonRenditions.map((each) => ({ ...each, kind, theme, fallback: '404' as const })) : [];
    for (const parameters of [...wanted, ...common]) await storeRendition(stored, { domain, parameters }, signal);
  }

  return {
    findSource,

    /** Makes one rendition of a stored source. */
    async renderRendition({ domain, parameters }: RenderWork): Promise<void> {
      const { kind, theme } = parameters;
      const source = await storage.sources.find({ kind, domain, theme });
      if (!source?.digest || source.from === 'none') return;
      const { digest, from, contentType = '', width = 0, height = 0 } = source;
      const body = await storage.pictures.getSource(digest);
      // The bytes are lost or the object store is unreachable, but the site still has the picture.
      if (!body) return findSource({ kind, domain, theme, wanted: [parameters] });
      const whileWaitedFor = AbortSignal.any([cancellationSignal(), AbortSignal.timeout(callerWaitsMs)]);
      await storeRendition(
        { kind: from, digest, body, contentType, width, height },
        { domain, parameters },
        whileWaitedFor,
      ).catch((error: unknown): never => {
        if (!whileWaitedFor.aborted) throw error;
        throw new Failure('PageTimedOut', 'The picture waited too long for its turn.', { cause: error });
      });
    },

    collectPictures: async (work: CollectWork) => collectPictures(work),

    dueSources: async ({ after, limit }: { after: string; limit: number }) =>
      (await storage.sources.due(after, limit)).map(({ _id, kind, domain, theme }) => ({
        id: _id,
        kind,
        domain,
        theme,
      })),
  };
}

function jitteredDate(from: Date, delayMs: number) {
  return new Date(from.getTime() + delayMs * (1 + jitter * (Math.random() * 2 - 1)));
}
