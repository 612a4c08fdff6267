import { contrastRatio, inks, parseColour, surfaces, toHex } from '../../contracts/images/color.ts';
import type { Theme } from '../../contracts/images/parameters.ts';
import type { Candidate } from './candidate.ts';

/** A mask icon's declared colour needs this much contrast to be used. */
const enough = 2;

/**
 * The one colour that a single-colour icon is painted in: a mask icon's declared colour on light where it can be seen,
 * near-black else, and near-white on dark. Undefined for icons that bring their own colours.
 */
export function tintFor({ source, maskColour }: Candidate, theme: Theme): string | undefined {
  if (source === 'manifest-monochrome') return inks[theme];
  if (source !== 'mask-icon') return undefined;
  return theme === 'light' ? visibleOr(maskColour, theme) : inks.dark;
}

/** The colour itself where it can be seen on the theme's surface, the theme's ink else. */
export function visibleOr(colour: string | undefined, theme: Theme, contrast = enough): string {
  const rgb = colour === undefined ? undefined : parseColour(colour);
  return rgb !== undefined && contrastRatio(rgb, surfaces[theme]) >= contrast ? toHex(rgb) : inks[theme];
}
