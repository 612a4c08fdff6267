import { readFileSync } from 'node:fs';

/** How a brand's mark is drawn on one theme's surface. */
export interface ThemedMark {
  /** The package and the drawing's name in it: `logos/github-icon`, `simple-icons/github`, `own/walmart`. */
  drawing: string;
  /** Its own colors; those with faint ones lifted until they can be seen; or a single color. */
  paint: 'own' | 'lifted' | `#${string}`;
  /** The square of the drawing that is shown: its margin gives all marks about the same optical weight. */
  frame: Frame;
  /** The color of the tile that it stands on, if it needs one. */
  tile?: `#${string}`;
}

export interface Frame {
  x: number;
  y: number;
  side: number;
}

export interface MarkEntry {
  /** The brand, as people write it. */
  name: string;
  light: ThemedMark;
  dark: ThemedMark;
}

/** Written by build.ts, one line per mark, so that changes can be reviewed. */
export const mapFile = new URL('./map.tsv', import.meta.url);

const columns = ['name', 'light', 'dark', 'domains'];

/** Every domain that has a mark. Domains of one brand share one entry. */
export function readMarkMap(): Map<string, MarkEntry> {
  const byDomain = new Map<string, MarkEntry>();
  for (const line of readFileSync(mapFile, 'utf8').trimEnd().split('\n').slice(1)) {
    const [name = '', light = '', dark = '', domains = ''] = line.split('\t');
    const onLight = parseThemed(light);
    const entry: MarkEntry = { name, light: onLight, dark: dark === '' ? onLight : parseThemed(dark) };
    for (const domain of domains.split(' ')) byDomain.set(domain, entry);
  }
  return byDomain;
}

/** @example parseThemed('simple-icons/visa #ffffff 0,0,24 #1a1f71') */
function parseThemed(text: string): ThemedMark {
  const [drawing = '', paint = '', frame = '', tile] = text.split(' ');
  const [x = 0, y = 0, side = 0] = frame.split(',').map(Number);
  return {
    ...{ drawing, paint: paint === 'lifted' || isColor(paint) ? paint : 'own', frame: { x, y, side } },
    ...(isColor(tile) ? { tile } : {}),
  };
}

function isColor(text = ''): text is `#${string}` {
  return text.startsWith('#');
}

export function formatLine({ name, light, dark }: MarkEntry, domains: Iterable<string>): string {
  const [onLight, onDark] = [formatThemed(light), formatThemed(dark)];
  return [name, onLight, onDark === onLight ? '' : onDark, [...domains].sort().join(' ')].join('\t');
}

function formatThemed({ drawing, paint, frame: { x, y, side }, tile }: ThemedMark): string {
  const frame = [x, y, side].map((length) => String(Math.round(length * 100) / 100)).join(',');
  return [drawing, paint, frame, ...(tile === undefined ? [] : [tile])].join(' ');
}

export function formatHeader(): string {
  return columns.join('\t');
}
