import { type ColorUse, type Evidence, isOwn } from '../evidence.ts';
import { cluster } from './cluster.ts';
import { type Color, chroma, hue, readColor } from './color.ts';
import type { FamilyToken } from './tokens.ts';

type Meaning = 'success' | 'warning' | 'error';
const names: Record<Meaning, readonly string[]> = {
  success: ['success'],
  warning: ['warning'],
  error: ['error', 'danger', 'destructive'],
};

/** A class called `error` on a grey element colours nothing; one on a green element is not about errors. */
const plausible: Record<Meaning, (degrees: number) => boolean> = {
  success: (degrees) => degrees > 110 && degrees < 220,
  warning: (degrees) => degrees > 35 && degrees < 115,
  error: (degrees) => degrees < 50 || degrees > 340,
};

/** What the site colours successes, warnings and errors with: by its own tokens, else by what wears such a name. */
export function meaningColors(
  { colors }: Pick<Evidence, 'colors'>,
  trusted: readonly FamilyToken[],
): Partial<Record<Meaning, Color>> {
  const found: Partial<Record<Meaning, Color>> = {};
  for (const meaning of ['success', 'warning', 'error'] as const) {
    const color = trusted.find(({ role }) => names[meaning].includes(role))?.color ?? worn(colors, meaning);
    if (color) found[meaning] = color;
  }
  return found;
}

function worn(colors: readonly ColorUse[], meaning: Meaning): Color | undefined {
  const seen = colors
    .filter(({ kind, zone }) => kind === meaning && isOwn(zone))
    .flatMap(({ color, count }) => {
      const read = readColor(color);
      const fits = read && read.alpha > 0.9 && chroma(read) > 0.08 && plausible[meaning](hue(read));
      return fits ? [{ color: read, weight: count * chroma(read) }] : [];
    });
  return cluster(seen)[0]?.color;
}
