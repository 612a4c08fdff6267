import { readFileSync } from 'node:fs';
import { type Theme, themes } from '../../../contracts/images/parameters.ts';

/** One brand's mark: a logo in full colour, its variant for dark surfaces, a plain shape and the brand's colour for it. */
export interface MapEntry {
  logo?: string;
  logoForDark?: string;
  /** The themes on whose surface the logo cannot be seen. */
  vanishesOn?: Theme[];
  /** The logo is of one colour, so that it may be painted in another. */
  oneColour?: true;
  simple?: string;
  hex?: string;
}

/** Written by build.ts from what the icon packages state: a line a mark, so that a change can be read. */
export const mapFile = new URL('./map.tsv', import.meta.url);

const columns = ['logo', 'logoForDark', 'vanishesOn', 'oneColour', 'simple', 'hex', 'domains'];

/** Every domain that has a mark. Domains of one brand share one entry. */
export function readMarkMap(): Map<string, MapEntry> {
  const byDomain = new Map<string, MapEntry>();
  for (const line of readFileSync(mapFile, 'utf8').trimEnd().split('\n').slice(1)) {
    const [logo, logoForDark, vanishesOn, oneColour, simple, hex, domains = ''] = line.split('\t');
    const entry: MapEntry = {
      ...(logo ? { logo } : {}),
      ...(logoForDark ? { logoForDark } : {}),
      ...(vanishesOn ? { vanishesOn: themes.filter((theme) => vanishesOn.includes(theme)) } : {}),
      ...(oneColour ? { oneColour: true } : {}),
      ...(simple ? { simple } : {}),
      ...(hex ? { hex } : {}),
    };
    for (const domain of domains.split(' ')) byDomain.set(domain, entry);
  }
  return byDomain;
}

export function writtenLine(entry: MapEntry, domains: Iterable<string>): string {
  return [
    ...[
      entry.logo,
      entry.logoForDark,
      entry.vanishesOn?.join(' '),
      entry.oneColour ? 'yes' : '',
      entry.simple,
      entry.hex,
    ],
    [...domains].sort().join(' '),
  ].join('\t');
}

export function writtenHeader(): string {
  return columns.join('\t');
}
