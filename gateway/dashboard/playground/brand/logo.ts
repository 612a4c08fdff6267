import { wcagContrast } from 'culori';
import type { InkColor } from '../../../../contracts/results/brandingDraft.ts';
import { hexColor } from './safeValues.ts';

/** A logo, and the colors that it is drawn in, as far as they are known. */
export interface Logo {
  /** A `data:` URL. */
  src: string;
  inks: readonly InkColor[];
}

/** The light and the dark surface on which a logo is shown. */
export const logoSurfaces = { light: '#ffffff', dark: '#16130f' } as const;

/** Below this contrast a color can hardly be told from its surface. */
export const minSeenContrast = 1.6;
/** A smaller part is the edge of a letter, or an ornament. */
const minVanishingShare = 0.1;
const maxVanishingShare = 0.9;

/** The share of the logo that cannot be told from this surface. */
function vanishingShare({ inks }: Logo, surface: string): number {
  return inks.reduce(
    (sum, { hex, share }) => sum + (hexColor(hex) && wcagContrast(hex, surface) < minSeenContrast ? share : 0),
    0,
  );
}

/** What is to be said about the logo on this surface; undefined if it is seen. */
export function logoProblem(logo: Logo, surface: string): string | undefined {
  const share = vanishingShare(logo, surface);
  if (share < minVanishingShare) return undefined;
  return share > maxVanishingShare ? 'it cannot be seen' : 'a part of it vanishes';
}

/** The plate that it needs to be seen on this surface; undefined if it needs none, or none helps. */
export function plateOn(surface: string, logo: Logo): string | undefined {
  const share = vanishingShare(logo, surface);
  if (share < minVanishingShare) return undefined;
  const [best] = Object.values(logoSurfaces).sort((a, b) => vanishingShare(logo, a) - vanishingShare(logo, b));
  return best !== undefined && vanishingShare(logo, best) < share ? best : undefined;
}
