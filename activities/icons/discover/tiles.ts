import { Parser } from 'htmlparser2';
import type { Candidate } from '../candidate.ts';
import type { PageTags } from './pageTags.ts';
import { resolveUrl } from './urls.ts';

/** Windows start-screen tiles in the page's `msapplication-*` metas, except the wide one, which is not an icon. */
export function metaTiles({ metas, base }: PageTags): Candidate[] {
  return metas.flatMap((meta) => {
    const name = (meta['name'] ?? '').toLowerCase();
    if (!/^msapplication-(?:tileimage|square\d+x\d+logo)$/.test(name)) return [];
    return tile(meta['content'], base, name);
  });
}

/** The URL of the page's browserconfig; undefined if the page does not state one, null if it opts out. */
export function browserconfigUrl({ metas, base }: PageTags): string | null | undefined {
  const config = metas.find((meta) => (meta['name'] ?? '').toLowerCase() === 'msapplication-config')?.['content'];
  if (config === undefined) return undefined;
  return config.trim().toLowerCase() === 'none' ? null : (resolveUrl(config, base) ?? null);
}

/** Tiles of a browserconfig.xml. */
export function browserconfigTiles(xml: string, configUrl: string): Candidate[] {
  const found: Candidate[] = [];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const element = name.toLowerCase();
        if (/^(?:square\d+x\d+logo|tileimage)$/.test(element))
          found.push(...tile(attributes['src'], configUrl, element));
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return found;
}

function tile(reference: string | undefined, base: string, name: string): Candidate[] {
  const url = resolveUrl(reference, base);
  const side = /(\d+)x\d+/.exec(name)?.[1];
  return url === undefined
    ? []
    : [{ url, source: 'tile', ...(side === undefined ? {} : { declaredSide: Number(side) }) }];
}
