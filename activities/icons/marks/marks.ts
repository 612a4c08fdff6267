import { inks } from '../../../contracts/images/color.ts';
import type { Theme } from '../../../contracts/images/parameters.ts';
import { visibleOrInk } from '../tint.ts';
import { type MarkEntry, readMarkMap } from './map.ts';
import { readLogos, readSimpleIcon } from './packages.ts';

/** A curated mark for a domain and theme. */
export interface Mark {
  /** The package and the drawing's name in it: `logos/github-icon`, `simple-icons/github`. */
  name: string;
  /** The single color that it is painted in; absent if it keeps its own colors. */
  tint?: string;
  /** It is visible on the theme's surface. A mark that is not ranks behind the site's own icons. */
  fits: boolean;
}

export interface Marks {
  /** A lookup in memory, within microseconds. */
  find(domain: string, theme: Theme): Mark | undefined;
  /** Reads the mark's SVG, in its own colors. */
  read(mark: Mark): Promise<string>;
  /** How many domains have a mark. */
  readonly size: number;
}

/**
 * A brand's color is used if it has at least this contrast. The limits differ because dark blues fade sooner on black
 * than bright greens do on white.
 */
export const minContrast: Readonly<Record<Theme, number>> = { light: 1.6, dark: 2.1 };

export function createMarks(): Marks {
  const byDomain = readMarkMap();
  let logos: Map<string, string> | undefined;

  return {
    size: byDomain.size,
    find(domain, theme) {
      const entry = byDomain.get(domain);
      return entry === undefined ? undefined : markOf(entry, theme);
    },
    async read({ name }) {
      const [set, slug = ''] = name.split('/');
      if (set === 'simple-icons') return readSimpleIcon(slug);
      // Read when the first one is needed. Only logos of some domain are kept, a tenth of the package.
      logos ??= logosOf(byDomain.values());
      const svg = logos.get(slug);
      if (svg === undefined)
        throw new Error(`map.tsv names ${name}, which its package does not have: run npm run icons:marks.`);
      return svg;
    },
  };
}

/** The logo in full color, or if that is invisible, the plain shape in the brand's color or in the theme's ink. */
function markOf(entry: MarkEntry, theme: Theme): Mark | undefined {
  const { logo, logoForDark, invisibleOn = [], isOneColor, simple, hex } = entry;
  if (theme === 'dark' && logoForDark !== undefined) return { name: `logos/${logoForDark}`, fits: true };
  if (logo !== undefined && !invisibleOn.includes(theme)) return { name: `logos/${logo}`, fits: true };
  if (logo !== undefined && isOneColor) return { name: `logos/${logo}`, tint: inks[theme], fits: true };
  if (simple !== undefined)
    return { name: `simple-icons/${simple}`, tint: visibleOrInk(hex, theme, minContrast[theme]), fits: true };
  return logo === undefined ? undefined : { name: `logos/${logo}`, fits: false };
}

function logosOf(marks: Iterable<MarkEntry>): Map<string, string> {
  const used = new Set([...marks].flatMap(({ logo, logoForDark }) => [logo, logoForDark]));
  return new Map([...readLogos()].filter(({ name }) => used.has(name)).map(({ name, svg }) => [name, svg]));
}
