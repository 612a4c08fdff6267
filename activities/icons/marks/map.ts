import { readFileSync } from 'node:fs';
import { type Theme, themes } from '../../../contracts/images/parameters.ts';

/** One brand's mark, as a logo of `@iconify-json/logos` and as a plain shape of `simple-icons`. */
export interface MarkEntry {
  /** Name of the logo in full color. */
  logo?: string;
  logoForDark?: string;
  /** The themes on whose surface the logo is invisible. */
  invisibleOn?: Theme[];
  /** The logo has a single color, so it may be painted in another. */
  isOneColor?: true;
  /** Name of the plain shape. */
  simple?: string;
  /** The brand's color, for the plain shape. */
  hex?: string;
}

/** Written by build.ts, one line per mark, so that changes can be reviewed. */
export const mapFile = new URL('./map.tsv', import.meta.url);

const columns = ['logo', 'logoForDark', 'invisibleOn', 'isOneColor', 'simple', 'hex', 'domains'];

/** Every domain that has a mark. Domains of one brand share one entry. */
export function readMarkMap(): Map<string, MarkEntry> {
  const byDomain = new Map<string, MarkEntry>();
  for (const line of readFileSync(mapFile, 'utf8').trimEnd().split('\n').slice(1)) {
    const [logo, logoForDark, invisibleOn, isOneColor, simple, hex, domains = ''] = line.split('\t');
    const entry: MarkEntry = {
      ...(logo ? { logo } : {}),
      ...(logoForDark ? { logoForDark } : {}),
      ...(invisibleOn ? { invisibleOn: themes.filter((theme) => invisibleOn.includes(theme)) } : {}),
      ...(isOneColor ? { isOneColor: true } : {}),
      ...(simple ? { simple } : {}),
      ...(hex ? { hex } : {}),
    };
    for (const domain of domains.split(' ')) byDomain.set(domain, entry);
  }
  return byDomain;
}

export function formatLine(entry: MarkEntry, domains: Iterable<string>): string {
  const { logo, logoForDark, invisibleOn, isOneColor, simple, hex } = entry;
  return [
    ...[logo, logoForDark, invisibleOn?.join(' '), isOneColor ? 'yes' : '', simple, hex],
    [...domains].sort().join(' '),
  ].join('\t');
}

export function formatHeader(): string {
  return columns.join('\t');
}
