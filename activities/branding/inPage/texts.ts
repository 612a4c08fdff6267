import type { TextKind, TextStyle } from '../evidence.ts';
import { createBoundedMap } from './bounded.ts';
import type { VisitedElement } from './walk.ts';

const maxStyles = 600;

/** The styles of the page's text, with the number of letters of each. */
export function createTexts() {
  const styles = createBoundedMap<TextStyle>(maxStyles);
  return {
    visit({ element, style, backdrop, zone }: VisitedElement): void {
      const chars = ownChars(element);
      if (chars === 0 || Number(style.opacity) === 0) return;
      const kind = kindOf(element);
      const { color, fontFamily: family, fontSize, fontWeight, lineHeight } = style;
      const key = [zone, kind, color, backdrop.join('|'), family, fontSize, fontWeight, lineHeight].join('\n');
      const entry = styles.getOrCreate(key, () => ({
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
    all: styles.all,
  };
}

/** The number of letters directly in the element, without its children's. */
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
      // A link in a headline looks like the headline.
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
