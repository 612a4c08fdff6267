import { contrastRatio, inks, parseColor, surfaces, toHex } from '../../contracts/images/color.ts';
import type { Theme } from '../../contracts/images/parameters.ts';
import type { Candidate } from './candidate.ts';

/** A mask icon's declared color is used if it has at least this contrast. */
const minContrast = 2;

/**
 * The color that a single-color icon is painted in. On light, a mask icon gets its declared color if that is visible.
 * Otherwise it is the theme's ink. Undefined for icons that have their own colors.
 */
export function tintFor({ source, maskColor }: Candidate, theme: Theme): string | undefined {
  if (source === 'manifest-monochrome') return inks[theme];
  if (source !== 'mask-icon') return undefined;
  return theme === 'light' ? visibleOrInk(maskColor, theme) : inks.dark;
}

/** The color itself if it is visible on the theme's surface, otherwise the theme's ink. */
export function visibleOrInk(color: string | undefined, theme: Theme, contrast = minContrast): string {
  const rgb = color === undefined ? undefined : parseColor(color);
  return rgb !== undefined && contrastRatio(rgb, surfaces[theme]) >= contrast ? toHex(rgb) : inks[theme];
}
