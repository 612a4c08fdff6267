import type { TextKind, TextStyle } from '../evidence.ts';
import { createTally } from './tally.ts';
import type { Visit } from './walk.ts';

const mostStyles = 600;

/** What the page's text looks like, weighted by its letters. */
export function createTexts() {
  const tally = createTally<TextStyle>(mostStyles);
  return {
    see({ element, style, backdrop, zone }: Visit): void {
      const chars = ownChars(element);
      if (chars === 0 || Number(style.opacity) === 0) return;
      const kind = kindOf(element);
      const { color, fontFamily: family, fontSize, fontWeight, lineHeight } = style;
      const key = [zone, kind, color, backdrop.join('|'), family, fontSize, fontWeight, lineHeight].join('\n');
      const entry = tally.entry(key, () => ({
        zone,
        kind,
        color,
        behind: [...backdrop],
        family: family.slice(0, 400),
        sizePx: Number.parseFloat(fontSize),
        weight: Number(fontWeight),
        lineHeightPx: lineHeight === 'normal' ? null : Number.parseFloat(lineHeight),
        chars: 0,
        count: 0,
      }));
      if (entry === undefined) return;
      entry.chars += chars;
      entry.count += 1;
    },
    all: tally.all,
  };
}

/** Letters that stand directly in the element. */
export function ownChars(element: Element): number {
  let chars = 0;
  for (let node = element.firstChild; node; node = node.nextSibling) {
    if (node.nodeType === 3) chars += Math.min((node.nodeValue ?? '').trim().length, 5_000);
  }
  return chars;
}

function kindOf(element: Element): TextKind {
  const near = element.closest('h1, h2, h3, h4, h5, h6, a, button, small, pre, code, kbd, samp');
  const tag = near?.localName;
  switch (tag) {
    case 'h1':
    case 'h2':
    case 'h3':
      return tag;
    case 'h4':
    case 'h5':
    case 'h6':
      return 'heading';
    case 'a':
      // The links of a headline look like the headline.
      return headingAround(near) ?? 'link';
    case 'small':
      return 'small';
    case 'pre':
    case 'code':
    case 'kbd':
    case 'samp':
      return 'code';
    default:
      return 'text';
  }
}

function headingAround(link: Element | null | undefined): TextKind | undefined {
  const tag = link?.closest('h1, h2, h3')?.localName;
  return tag === 'h1' || tag === 'h2' || tag === 'h3' ? tag : undefined;
}
