import { Parser } from 'htmlparser2';
import type { Candidate } from '../candidate.ts';
import { resolveAddress } from './addresses.ts';
import type { PageTags } from './page.ts';

/** Start-screen tiles that the page's own `msapplication-*` metas name. The wide one is no icon. */
export function metaTiles({ metas, base }: PageTags): Candidate[] {
  return metas.flatMap((meta) => {
    const name = (meta['name'] ?? '').toLowerCase();
    if (!/^msapplication-(?:tileimage|square\d+x\d+logo)$/.test(name)) return [];
    return tile(meta['content'], base, name);
  });
}

/** Where the page says its tiles are described; undefined where it says nowhere, null where it wants none. */
export function browserconfigAddress({ metas, base }: PageTags): string | null | undefined {
  const config = metas.find((meta) => (meta['name'] ?? '').toLowerCase() === 'msapplication-config')?.['content'];
  if (config === undefined) return undefined;
  return config.trim().toLowerCase() === 'none' ? null : (resolveAddress(config, base) ?? null);
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
  const url = resolveAddress(reference, base);
  const side = /(\d+)x\d+/.exec(name)?.[1];
  return url === undefined
    ? []
    : [{ url, source: 'tile', ...(side === undefined ? {} : { declaredSide: Number(side) }) }];
}
