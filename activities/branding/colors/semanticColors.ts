import { type ColorUse, type Evidence, isOwnZone } from '../evidence.ts';
import { cluster } from './cluster.ts';
import { type Color, chroma, hue, readColor } from './color.ts';
import type { FamilyToken } from './tokens.ts';

type SemanticRole = 'success' | 'warning' | 'error';
const tokenRoles: Record<SemanticRole, readonly string[]> = {
  success: ['success'],
  warning: ['warning'],
  error: ['error', 'danger', 'destructive'],
};

/** The hue must fit the role: a class `error` on a green element does not mark an error. */
const isPlausibleHue: Record<SemanticRole, (degrees: number) => boolean> = {
  success: (degrees) => degrees > 110 && degrees < 220,
  warning: (degrees) => degrees > 35 && degrees < 115,
  error: (degrees) => degrees < 50 || degrees > 340,
};

/** The site's colors for success, warning and error: from its own tokens, else from elements with such a class. */
export function semanticColors(
  { colors }: Pick<Evidence, 'colors'>,
  ownTokens: readonly FamilyToken[],
): Partial<Record<SemanticRole, Color>> {
  const found: Partial<Record<SemanticRole, Color>> = {};
  for (const role of ['success', 'warning', 'error'] as const) {
    const token = ownTokens.find((each) => tokenRoles[role].includes(each.role));
    const color = token?.color ?? colorInUse(colors, role);
    if (color) found[role] = color;
  }
  return found;
}

function colorInUse(colors: readonly ColorUse[], role: SemanticRole): Color | undefined {
  const plausible = colors
    .filter(({ kind, zone }) => kind === role && isOwnZone(zone))
    .flatMap(({ color, count }) => {
      const read = readColor(color);
      const fits = read && read.alpha > 0.9 && chroma(read) > 0.08 && isPlausibleHue[role](hue(read));
      return fits ? [{ color: read, weight: count * chroma(read) }] : [];
    });
  return cluster(plausible)[0]?.color;
}
