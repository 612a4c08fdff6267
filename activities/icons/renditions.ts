import { monogram } from '../../contracts/images/monogram.ts';
import { type ImageKind, type ImageParameters, pixelsOf } from '../../contracts/images/parameters.ts';
import type { ImageSource } from '../../contracts/images/source.ts';
import type { DecoderPool } from './decode/pool.ts';
import type { EncodedImage, RenditionTask } from './decode/protocol.ts';
import type { SourcePicture } from './find.ts';

/** What the caller gets: an image, or the information that there is none. */
export type Rendition = (EncodedImage & { source: Exclude<ImageSource, 'none'> }) | { source: 'none' };

interface WantedRendition {
  domain: string;
  source: Pick<SourcePicture, 'kind' | 'body'> | { kind: 'none' };
  parameters: ImageParameters;
  signal?: AbortSignal;
}

export interface RenditionMaker {
  /** Rejects with the signal's reason. */
  make(wanted: WantedRendition): Promise<Rendition>;
}

interface Deps {
  decoder: DecoderPool;
  /** Why a source gave no rendition. The caller is not told. */
  onProblem: (problem: string, wanted: { domain: string; kind: ImageKind }) => void;
}

/** Makes renditions of a source exactly as requested, or the fallback if there is no usable source. */
export function createRenditionMaker({ decoder, onProblem }: Deps): RenditionMaker {
  return {
    async make({ domain, source, parameters, signal }) {
      if (source.kind === 'none') return fallbackRendition(domain, parameters);
      const image = await decoder.makeRendition(taskOf(source.body, parameters), signal);
      if (!('problem' in image)) return { source: source.kind, ...image };
      // The caller gets the fallback, not an error, if a stored source can no longer be decoded.
      onProblem(image.problem, { domain, kind: parameters.kind });
      return fallbackRendition(domain, parameters);
    },
  };
}

function taskOf(body: Buffer, parameters: ImageParameters): RenditionTask {
  const { kind, format, size, raster, look, theme } = parameters;
  return {
    ...{ body, kind, format, size, pixels: pixelsOf(parameters) },
    ...(raster && { raster }),
    ...(look && { look, theme }),
  };
}

function fallbackRendition(domain: string, { kind, size, fallback }: ImageParameters): Rendition {
  if (fallback === '404') return { source: 'none' };
  const { svg, width, height } = monogram(domain, kind, size);
  return { source: 'monogram', body: Buffer.from(svg), contentType: 'image/svg+xml', width, height };
}
