import { wcagContrast } from 'culori';

/** How well two colours can be told apart, from 1 to 21, as WCAG 2 counts it. */
export function contrastOf(one: string, other: string): number {
  return Math.floor(wcagContrast(one, other) * 10) / 10;
}

export type Grade = 'AAA' | 'AA' | 'AA large' | 'low';

/** For text: 4.5 is enough for any, 3 for large letters only, 7 is the enhanced level. */
export function gradeOf(ratio: number): Grade {
  if (ratio >= 7) return 'AAA';
  if (ratio >= 4.5) return 'AA';
  return ratio >= 3 ? 'AA large' : 'low';
}

interface Pair {
  against: 'background' | 'text';
  ratio: number;
  grade: Grade;
}

/** What letters are set in has to stand out from the ground; what is painted, from the letters on it too. */
const textRoles: ReadonlySet<string> = new Set(['textPrimary', 'textSecondary', 'link']);

/** How a colour of some role reads beside the page's ground and its text. */
export function contrastPairs({ role, hex }: { role: string; hex: string }, background: string, text?: string): Pair[] {
  const pairs: Pair[] = [];
  function add(against: Pair['against'], other: string) {
    const ratio = contrastOf(hex, other);
    pairs.push({ against, ratio, grade: gradeOf(ratio) });
  }
  if (role !== 'background') add('background', background);
  if (!textRoles.has(role) && text !== undefined) add('text', text);
  return pairs;
}

/** The first of these that can be read on a surface; else black or white. */
export function readableOn(surface: string, ...wanted: readonly (string | undefined)[]): string {
  const found = wanted.find((color) => color !== undefined && wcagContrast(color, surface) >= 4.5);
  return found ?? (wcagContrast('#ffffff', surface) >= wcagContrast('#16130f', surface) ? '#ffffff' : '#16130f');
}
