import { inks } from '../../../contracts/images/color.ts';
import type { Theme } from '../../../contracts/images/parameters.ts';
import { visibleOr } from '../tint.ts';
import { type MapEntry, readMarkMap } from './map.ts';
import { readLogos, readSimpleIcon } from './packages.ts';

/** A curated mark for a domain, as it is to be drawn on a theme. */
export interface Mark {
  /** `logos/github-icon` or `simple-icons/github`: where the drawing comes from. */
  name: string;
  /** The one colour it is painted in; absent where it keeps its own. */
  tint?: string;
  /** It can be seen on the theme's surface. One that cannot loses its rank. */
  fits: boolean;
}

export interface Marks {
  /** In memory, and answers within microseconds. */
  find(domain: string, theme: Theme): Mark | undefined;
  /** The mark's drawing, in its own colours. */
  read(mark: Mark): Promise<string>;
  /** How many domains have a mark. */
  readonly size: number;
}

/**
 * A brand's colour is kept where it has at least this contrast: brand yellows are seen on white by nobody, and dark
 * blues fade sooner on black than bright greens do on white.
 */
export const enoughContrast: Readonly<Record<Theme, number>> = { light: 1.6, dark: 2.1 };

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
      // Read when the first one is needed, and only those that some domain has: a tenth of the package.
      logos ??= logosOf(byDomain.values());
      const svg = logos.get(slug);
      if (svg === undefined)
        throw new Error(`The map of marks names ${name}, which its package does not have: build it anew.`);
      return svg;
    },
  };
}

/** Full colour first; the plain shape where that would vanish, in the brand's colour or, if need be, in the theme's ink. */
function markOf(entry: MapEntry, theme: Theme): Mark | undefined {
  const { logo, logoForDark, vanishesOn = [], oneColour, simple, hex } = entry;
  if (theme === 'dark' && logoForDark !== undefined) return { name: `logos/${logoForDark}`, fits: true };
  if (logo !== undefined && !vanishesOn.includes(theme)) return { name: `logos/${logo}`, fits: true };
  if (logo !== undefined && oneColour) return { name: `logos/${logo}`, tint: inks[theme], fits: true };
  if (simple !== undefined)
    return { name: `simple-icons/${simple}`, tint: visibleOr(hex, theme, enoughContrast[theme]), fits: true };
  return logo === undefined ? undefined : { name: `logos/${logo}`, fits: false };
}

function logosOf(marks: Iterable<MapEntry>): Map<string, string> {
  const used = new Set([...marks].flatMap(({ logo, logoForDark }) => [logo, logoForDark]));
  return new Map([...readLogos()].filter(({ name }) => used.has(name)).map(({ name, svg }) => [name, svg]));
}
