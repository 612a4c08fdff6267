import { wcagContrast } from 'culori';

/** The contrast ratio of WCAG 2, from 1 to 21. Rounded down, so that rounding never gives a better grade. */
export function contrastOf(a: string, b: string): number {
  return Math.floor(wcagContrast(a, b) * 10) / 10;
}

const white = '#ffffff';
/** The warm black of the dashboard. */
const black = '#16130f';

const minTextContrast = 4.5;

export type Grade = 'AAA' | 'AA' | 'AA large' | 'low';

/** The grade for text: AA needs 4.5, or 3 for large text; AAA needs 7. */
export function gradeOf(ratio: number): Grade {
  if (ratio >= 7) return 'AAA';
  if (ratio >= minTextContrast) return 'AA';
  return ratio >= 3 ? 'AA large' : 'low';
}

interface ContrastPair {
  against: 'background' | 'text';
  ratio: number;
  grade: Grade;
}

/** Text colors have to stand out from the background only; all other colors also from the text set on them. */
const textRoles: ReadonlySet<string> = new Set(['textPrimary', 'textSecondary', 'link']);

/** The contrast of a color to the page's background and to its text, as far as its role asks for it. */
export function contrastPairs(
  { role, hex }: { role: string; hex: string },
  background: string,
  text?: string,
): ContrastPair[] {
  const pairs: ContrastPair[] = [];
  function add(against: ContrastPair['against'], other: string) {
    const ratio = contrastOf(hex, other);
    pairs.push({ against, ratio, grade: gradeOf(ratio) });
  }
  if (role !== 'background') add('background', background);
  if (!textRoles.has(role) && text !== undefined) add('text', text);
  return pairs;
}

/** The first of the preferred colors that is readable on a surface; otherwise black or white. */
export function readableOn(surface: string, ...preferred: readonly (string | undefined)[]): string {
  const readable = preferred.find((color) => color !== undefined && wcagContrast(color, surface) >= minTextContrast);
  return readable ?? (wcagContrast(white, surface) >= wcagContrast(black, surface) ? white : black);
}
