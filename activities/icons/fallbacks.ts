import { monogram } from '../../contracts/images/monogram.ts';
import { type ImageParameters, pixelsOf } from '../../contracts/images/parameters.ts';
import type { RenderWork } from '../../contracts/work/images.ts';
import type { Storage } from '../../storage/storage.ts';
import { cardSvg } from './card.ts';
import type { DecoderPool } from './decode/pool.ts';
import type { Pictures } from './pictures.ts';

interface Deps {
  storage: Pick<Storage, 'sources'>;
  decoder: DecoderPool;
  pictures: Pick<Pictures, 'icon'>;
}

/** Side of the icon on a card of 1200 pixels, twice, for the sizes above. */
const cardIconPixels = 320;

/** Draws what a domain without a picture gets, in pixels. */
export function createFallbacks({ storage, decoder, pictures }: Deps) {
  async function drawCard(domain: string, signal: AbortSignal): Promise<string> {
    const [source, icon] = await Promise.all([
      storage.sources.find({ kind: 'og', domain, theme: 'light' }),
      // Without its icon a card has the first letter of its domain.
      pictures.icon(domain, signal).catch(() => undefined),
    ]);
    return cardSvg(domain, source?.page ?? {}, icon && (await drawIcon(icon, signal)));
  }

  async function drawIcon(body: Buffer, signal: AbortSignal) {
    const task = {
      body,
      kind: 'icon',
      format: 'png',
      pixels: cardIconPixels,
      size: cardIconPixels,
      raster: true,
    } as const;
    const [drawn, inspected] = await Promise.all([
      decoder.makeRendition(task, signal),
      decoder.inspect({ body, theme: 'light' }, signal),
    ]);
    if ('problem' in drawn) return undefined;
    const color = 'problem' in inspected ? undefined : inspected.singleColor;
    return { png: drawn.body, ...(color && { color }) };
  }

  return {
    /** The pixels of a card or a monogram; undefined if they cannot be drawn. */
    async draw({ domain, parameters }: RenderWork, signal: AbortSignal): Promise<Buffer | undefined> {
      const svg = parameters.fallback === 'card' ? await drawCard(domain, signal) : monogramOf(domain, parameters);
      const { kind, format, size } = parameters;
      const task = { body: Buffer.from(svg), kind, format, size, pixels: pixelsOf(parameters), raster: true } as const;
      const drawn = await decoder.makeRendition(task, signal);
      return 'problem' in drawn ? undefined : drawn.body;
    },
  };
}

function monogramOf(domain: string, { kind, size }: ImageParameters): string {
  return monogram(domain, kind, size).svg;
}
