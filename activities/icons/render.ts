import { monogram } from '../../contracts/images/monogram.ts';
import { type ImageParameters, pixelsOf } from '../../contracts/images/parameters.ts';
import type { Decode } from './decode/pool.ts';
import type { Source } from './find.ts';

/** What is answered to a caller: a picture, or that there is none. */
export type Rendition =
  | {
      source: 'site' | 'curated' | 'service' | 'monogram';
      body: Buffer;
      contentType: string;
      width: number;
      height: number;
    }
  | { source: 'none' };

export interface Renderer {
  render(wanted: { domain: string; source: Source; parameters: ImageParameters }): Promise<Rendition>;
}

/** Makes renditions of a kept source exactly as they were asked for, or the fallback where there is nothing to show. */
export function createRenderer({ decode }: { decode: Decode }): Renderer {
  return {
    async render({ domain, source, parameters }) {
      if (source.kind === 'none') return fallback(domain, parameters);
      const { kind, format, size } = parameters;
      const rendered = await decode.render({ body: source.body, kind, format, size, pixels: pixelsOf(parameters) });
      // A source that can no longer be read is no reason to show a caller an error.
      return 'problem' in rendered ? fallback(domain, parameters) : { source: source.kind, ...rendered };
    },
  };
}

function fallback(domain: string, { kind, size, fallback }: ImageParameters): Rendition {
  if (fallback === '404') return { source: 'none' };
  const { svg, width, height } = monogram(domain, kind, size);
  return { source: 'monogram', body: Buffer.from(svg), contentType: 'image/svg+xml', width, height };
}
