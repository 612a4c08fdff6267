import { readFileSync } from 'node:fs';

/**
 * One brand's mark, as the generated map keeps it. Keys are short because there are thousands of them:
 * a logo in full colour, its variant for dark surfaces, a plain shape and the brand's colour for it.
 */
export interface MapEntry {
  logo?: string;
  logoForDark?: string;
  /** The themes on whose surface the logo cannot be seen. */
  vanishesOn?: ('light' | 'dark')[];
  /** The logo is of one colour, so that it may be painted in another. */
  oneColour?: true;
  simple?: string;
  hex?: string;
}

export interface MarkMap {
  marks: MapEntry[];
  /** Index into `marks` by domain. */
  domains: Record<string, number>;
}

/** Written by build.ts from what the icon packages state. */
export const mapFile = new URL('./map.json', import.meta.url);

export function readMarkMap(): MarkMap {
  const map: MarkMap = JSON.parse(readFileSync(mapFile, 'utf8'));
  return map;
}
