import { createHash } from 'node:crypto';
import { cancellationSignal } from '@temporalio/activity';
import type { ImageParameters } from '../../contracts/images/parameters.ts';
import { renditionName } from '../../contracts/images/parameters.ts';
import type { RefreshWork, RenderWork } from '../../contracts/work/images.ts';
import type { IconMetrics } from '../../runtime/metrics/work.ts';
import type { SourceKind, SourceName } from '../../storage/sources.ts';
import type { Storage } from '../../storage/storage.ts';
import type { IconFinder } from './find.ts';
import type { Renderer } from './render.ts';

interface Parts {
  storage: Pick<Storage, 'sources' | 'pictures'>;
  finder: IconFinder;
  renderer: Renderer;
  metrics: IconMetrics;
}

const hourMs = 60 * 60 * 1000;
const weekMs = 7 * 24 * hourMs;
/** Of a week: spreads the next refresh of sites that were first asked for together. */
const jitter = 0.15;
/** Made as soon as a source is there, since nearly everybody asks for them. */
const common: Pick<ImageParameters, 'size' | 'format' | 'retina'>[] = [
  { size: 128, format: 'png', retina: false },
  { size: 64, format: 'png', retina: false },
  { size: 32, format: 'png', retina: false },
];

/** A picture with its bytes, as renditions are made of it. */
interface AtHand {
  from: Exclude<SourceKind, 'none'>;
  digest: string;
  body: Buffer;
  contentType: string;
  width: number;
  height: number;
}

export type IconActivities = ReturnType<typeof createIconActivities>;

export function createIconActivities({ storage, finder, renderer, metrics }: Parts) {
  async function render({ from, digest, ...picture }: AtHand, { domain, parameters }: RenderWork) {
    const made = await renderer.render({
      domain,
      source: { kind: from, ...picture },
      parameters: { ...parameters, fallback: '404' },
    });
    if (made.source === 'none' || made.source === 'monogram') return;
    await storage.pictures.putRendition(renditionName(digest, parameters), {
      body: made.body,
      contentType: made.contentType,
      from,
    });
  }

  /** Looks for the picture of a domain and keeps it; a site that is down keeps its last good one. */
  async function findSource({ kind, domain, theme, wanted }: RefreshWork): Promise<void> {
    const name: SourceName = { kind, domain, theme };
    const signal = cancellationSignal();
    const found =
      kind === 'icon' ? await finder.findIcon({ domain, theme, signal }) : await finder.findOgImage({ domain, signal });
    const checkedAt = new Date();
    const { source, candidates } = found;
    const kept = await storage.sources.find(name);
    if (found.unavailable && kept?.digest && (source.kind === 'none' || source.kind === 'service')) {
      // Asked again tomorrow, not next week.
      await storage.sources.missed(name, { checkedAt, dueAt: inTime(checkedAt, 24 * hourMs) });
      metrics.iconRefreshed(kind, 'kept');
      return;
    }
    if (source.kind === 'none') {
      await storage.sources.put(name, {
        from: 'none',
        candidates,
        checkedAt,
        dueAt: new Date(checkedAt.getTime() + hourMs),
        misses: 0,
      });
      metrics.iconRefreshed(kind, 'none');
      return;
    }
    const { body, contentType, width, height } = source;
    const digest = createHash('sha256').update(body).digest('hex');
    const picture = { from: source.kind, digest, contentType, width, height };
    await storage.pictures.putSource(digest, body, contentType);
    await storage.sources.put(name, {
      ...picture,
      candidates,
      checkedAt,
      dueAt: inTime(checkedAt, weekMs),
      misses: 0,
    });
    metrics.iconRefreshed(kind, source.kind);
    const likely = kind === 'icon' ? common.map((each) => ({ ...each, kind, theme, fallback: '404' as const })) : [];
    for (const parameters of [...wanted, ...likely]) await render({ ...picture, body }, { domain, parameters });
  }

  return {
    findSource,

    /** One rendition of a source that is known. */
    async renderRendition({ domain, parameters }: RenderWork): Promise<void> {
      const { kind, theme } = parameters;
      const source = await storage.sources.find({ kind, domain, theme });
      if (!source?.digest || source.from === 'none') return;
      const { digest, from, contentType = '', width = 0, height = 0 } = source;
      const body = await storage.pictures.getSource(digest);
      // Lost, or out of reach with the object store: the site still has it.
      if (!body) return findSource({ kind, domain, theme, wanted: [parameters] });
      await render({ from, digest, body, contentType, width, height }, { domain, parameters });
    },

    dueSources: async ({ after, limit }: { after: string; limit: number }) =>
      (await storage.sources.due(after, limit)).map(({ _id, kind, domain, theme }) => ({
        id: _id,
        kind,
        domain,
        theme,
      })),
  };
}

function inTime(from: Date, ms: number) {
  return new Date(from.getTime() + ms * (1 + jitter * (Math.random() * 2 - 1)));
}
