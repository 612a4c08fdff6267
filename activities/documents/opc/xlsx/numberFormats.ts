import type { PageElement } from '../../../pages/tree/nodes.ts';
import { allNamed, attribute, childrenNamed, firstNamed, numberOf } from '../../xml.ts';

export type NumberFormat = 'general' | 'date' | 'time' | 'dateTime' | 'percent';

/** The formats that a file need not define. */
const builtIn = new Map<number, NumberFormat>([
  ...[9, 10].map((id) => [id, 'percent'] as const),
  ...[14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, 'date'] as const),
  ...[18, 19, 20, 21, 32, 33, 34, 35, 45, 46, 47, 55, 56].map((id) => [id, 'time'] as const),
  [22, 'dateTime'],
]);

/** What the numbers of each cell style mean. */
export function numberFormatsOf(styles: PageElement): NumberFormat[] {
  const custom = new Map(
    allNamed(styles, 'numFmt').map((format) => [
      numberOf(attribute(format, 'numFmtId'), -1),
      meaningOf(attribute(format, 'formatCode') ?? ''),
    ]),
  );
  return childrenNamed(firstNamed(styles, 'cellXfs'), 'xf').map((style) => {
    const id = numberOf(attribute(style, 'numFmtId'), 0);
    return custom.get(id) ?? builtIn.get(id) ?? 'general';
  });
}

/** Of a code such as `yyyy\-mm\-dd` or `0.0%`. */
export function meaningOf(code: string): NumberFormat {
  // The part for positive numbers, without literal text, colors and conditions; `[h]` is a duration.
  const [positive = ''] = code.split(';');
  const bare = positive.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '').toLowerCase();
  if (bare.includes('%')) return 'percent';
  const hasDay = /[yd]|mmm/.test(bare) || /^m+$/.test(bare);
  const hasTime = /[hs]/.test(bare);
  if (hasDay) return hasTime ? 'dateTime' : 'date';
  return hasTime ? 'time' : 'general';
}
