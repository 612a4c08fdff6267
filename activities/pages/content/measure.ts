import { blockNames } from '../tree/elementNames.ts';
import type { PageElement } from '../tree/nodes.ts';

/** How much text an element has, and how much of that is prose. */
export interface Measure {
  /** Characters other than whitespace; those of Chinese, Japanese and Korean count twice. */
  text: number;
  /** The part of `text` that is inside links. */
  link: number;
  /** The sum of its blocks' prose: see `proseOf`. */
  prose: number;
  /** The number of blocks with prose. */
  paragraphs: number;
}

export const noMeasure: Measure = { text: 0, link: 0, prose: 0, paragraphs: 0 };

/** How much of a block's beginning identifies it as repeated. */
const maxOpeningLength = 100;
const minParagraphLength = 25;
/** A shorter block without punctuation is more often a label than prose. */
const minUnpunctuatedLength = 80;

/** Chinese, Japanese and Korean say about twice as much with a character. */
function isCjk(code: number): boolean {
  return (code >= 0x3040 && code <= 0x30ff) || (code >= 0x3400 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7af);
}

function lengthOf(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= 32 || code === 160) continue;
    length += isCjk(code) ? 2 : 1;
  }
  return length;
}

interface Block {
  /** Its first words. */
  opening: string;
  text: number;
  link: number;
  punctuation: number;
}

/** A block's text weighted by how much it looks like prose: links and missing punctuation lower the weight. */
function proseOf({ text, link, punctuation }: Block): number {
  if (text < minParagraphLength) return 0;
  const density = link / text;
  if (density > 0.6) return 0;
  const prose = (text - link) * (1 - density);
  return text < minUnpunctuatedLength && punctuation === 0 ? prose * 0.3 : prose;
}

function countPunctuation(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // . ! ? , and their full-width forms
    if (
      code === 46 ||
      code === 33 ||
      code === 63 ||
      code === 44 ||
      code === 0x3002 ||
      code === 0xff01 ||
      code === 0xff1f ||
      code === 0x3001
    )
      count++;
  }
  return count;
}

/** Whether the page has several blocks with this opening. */
export type IsRepeated = (opening: string, text: number) => boolean;

/**
 * A block that a page repeats is more often boilerplate than content. `count` is for a first pass over all blocks,
 * `isRepeated` for a second.
 */
export function createRepetitionCounter(): { count: IsRepeated; isRepeated: IsRepeated } {
  const counts = new Map<string, number>();
  const key = (opening: string) => opening.replace(/\s+/g, ' ').trim();
  const isLong = (text: number) => text >= 60;
  return {
    count: (opening, text) => {
      if (isLong(text)) counts.set(key(opening), (counts.get(key(opening)) ?? 0) + 1);
      return false;
    },
    isRepeated: (opening, text) => isLong(text) && (counts.get(key(opening)) ?? 0) > 1,
  };
}

/** The measures of `root` and of every element below it, as if the excluded ones were not there. */
export function measure(
  root: PageElement,
  excluded: ReadonlySet<PageElement> = new Set(),
  isRepeated?: IsRepeated,
): Map<PageElement, Measure> {
  const measures = new Map<PageElement, Measure>();
  function visit(element: PageElement, block: Block, inLink: boolean): Measure {
    const own: Measure = { text: 0, link: 0, prose: 0, paragraphs: 0 };
    const isBlock = blockNames.has(element.name);
    const current = isBlock ? { opening: '', text: 0, link: 0, punctuation: 0 } : block;
    const linked = inLink || element.name === 'a';
    for (let child = element.first; child; child = child.next) {
      if (child.nodeType === 3) {
        const length = lengthOf(child.data);
        own.text += length;
        current.text += length;
        if (current.opening.length < maxOpeningLength && length > 0)
          current.opening += child.data.slice(0, maxOpeningLength);
        current.punctuation += countPunctuation(child.data);
        if (linked) {
          own.link += length;
          current.link += length;
        }
      } else if (!excluded.has(child)) {
        const inner = visit(child, current, linked);
        own.text += inner.text;
        own.link += inner.link;
        own.prose += inner.prose;
        own.paragraphs += inner.paragraphs;
      }
    }
    if (isBlock) {
      const prose = proseOf(current) * (isRepeated?.(current.opening, current.text) ? 0.1 : 1);
      own.prose += prose;
      if (prose > 0) own.paragraphs++;
    }
    measures.set(element, own);
    return own;
  }
  visit(root, { opening: '', text: 0, link: 0, punctuation: 0 }, false);
  return measures;
}
