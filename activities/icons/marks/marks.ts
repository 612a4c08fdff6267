import type { Theme } from '../../../contracts/images/parameters.ts';
import type { Brand } from '../../../contracts/work/images.ts';
import { createBrandSearch } from './brandSearch.ts';
import { composeMark } from './compose.ts';
import { type MarkEntry, readMarkMap, type ThemedMark } from './map.ts';
import { type IconSetName, readIconSet, readOwnDrawing, readSimpleIcon } from './packages.ts';

/** A curated mark for a domain and theme. */
export interface Mark {
  /** The package and the drawing's name in it: `logos/github-icon`, `simple-icons/github`. */
  name: string;
  /** The single color that it is painted in; absent if it keeps its own colors. */
  tint?: string;
  theme: Theme;
  themed: ThemedMark;
}

export interface Marks {
  /** A lookup in memory, within microseconds. */
  find(domain: string, theme: Theme): Mark | undefined;
  /** Reads the mark's SVG as it is shown on its theme; a single color is not painted yet. */
  read(mark: Mark): Promise<string>;
  /** The brands whose name or domain is like this text, the closest first. */
  search(text: string, limit: number): Brand[];
  /** How many domains have a mark. */
  readonly size: number;
}

export function createMarks(): Marks {
  const byDomain = readMarkMap();
  const readDrawing = createDrawingReader(byDomain.values());
  return {
    size: byDomain.size,
    search: createBrandSearch(byDomain),
    find(domain, theme) {
      const entry = entryOf(domain, byDomain);
      return entry === undefined ? undefined : markOf(entry, theme);
    },
    read: async ({ name, theme, themed }) => composeMark(readDrawing(name), themed, theme),
  };
}

/** Labels for a language, a country or a small screen, below which a site is the same one. */
const sameSiteLabel = /^(?:[a-z]{2}|[a-z]{2}-[a-z]{2}|m|mobile|touch)\.(?=[^.]+\.)/;

/** The entry of a domain, which `de.m.wikipedia.org` shares with `wikipedia.org`. */
function entryOf(domain: string, byDomain: ReadonlyMap<string, MarkEntry>): MarkEntry | undefined {
  for (let name = domain; ; ) {
    const entry = byDomain.get(name);
    const shorter = name.replace(sameSiteLabel, '');
    if (entry !== undefined || shorter === name) return entry;
    name = shorter;
  }
}

export function markOf(entry: MarkEntry, theme: Theme): Mark {
  const themed = entry[theme];
  const { drawing, paint, tile } = themed;
  const isTinted = paint !== 'own' && paint !== 'lifted' && tile === undefined;
  return { name: drawing, ...(isTinted ? { tint: paint } : {}), theme, themed };
}

/** Reads drawings by their name. A set is read when the first of its drawings is needed, and only those of some domain are kept. */
export function createDrawingReader(entries: Iterable<MarkEntry>): (name: string) => string {
  const used = new Set([...entries].flatMap(({ light, dark }) => [light.drawing, dark.drawing]));
  const sets = new Map<IconSetName, Map<string, string>>();

  function fromSet(set: IconSetName, slug: string): string | undefined {
    const known = sets.get(set);
    if (known) return known.get(slug);
    const drawings = [...readIconSet(set)].filter(({ name }) => used.has(`${set}/${name}`));
    sets.set(set, new Map(drawings.map(({ name, svg }) => [name, svg])));
    return fromSet(set, slug);
  }

  return (name) => {
    const [set, slug = ''] = name.split('/');
    if (set === 'simple-icons') return readSimpleIcon(slug);
    if (set === 'own') return readOwnDrawing(slug);
    const svg = set === 'logos' || set === 'cib' ? fromSet(set, slug) : undefined;
    if (svg === undefined)
      throw new Error(`map.tsv names ${name}, which its package does not have: run npm run icons:marks.`);
    return svg;
  };
}
