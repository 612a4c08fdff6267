import { blockNames } from '../tree/names.ts';
import type { PageElement } from '../tree/nodes.ts';

/** How much an element says, and how much of that is prose. */
export interface Measure {
  /** Characters that are not space; one of a script without spaces between words counts as two. */
  text: number;
  /** Those of them inside links. */
  link: number;
  /** The sum of what its blocks are worth as prose. */
  prose: number;
  /** Blocks of prose. */
  paragraphs: number;
}

const wordsKept = 100;
const shortestParagraph = 25;
/** A line shorter than this with no end of sentence is more often a label than prose. */
const shortLine = 80;

/** Chinese, Japanese, Korean: no spaces, and twice the meaning in a character. */
function isDense(code: number): boolean {
  return (code >= 0x3040 && code <= 0x30ff) || (code >= 0x3400 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7af);
}

function lengthOf(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= 32 || code === 160) continue;
    length += isDense(code) ? 2 : 1;
  }
  return length;
}

interface Block {
  /** Its first words. */
  words: string;
  text: number;
  link: number;
  sentences: number;
}

function worth({ text, link, sentences }: Block): number {
  if (text < shortestParagraph) return 0;
  const density = link / text;
  if (density > 0.6) return 0;
  const prose = (text - link) * (1 - density);
  return text < shortLine && sentences === 0 ? prose * 0.3 : prose;
}

function sentenceEnds(text: string): number {
  let ends = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // . ! ? , and their full-width kin
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
      ends++;
  }
  return ends;
}

/** Whether a block of these first words stands on the page more than once. */
export type Repeated = (words: string, text: number) => boolean;

/** A block that a page says twice is more often furniture than content. */
export function createRepetition(): { note: Repeated; repeated: Repeated } {
  const seen = new Map<string, number>();
  const key = (words: string) => words.replace(/\s+/g, ' ').trim();
  const isLong = (text: number) => text >= 60;
  return {
    note: (words, text) => {
      if (isLong(text)) seen.set(key(words), (seen.get(key(words)) ?? 0) + 1);
      return false;
    },
    repeated: (words, text) => isLong(text) && (seen.get(key(words)) ?? 0) > 1,
  };
}

/** Measures what is below `root`, as if the excluded were not there. */
export function measure(
  root: PageElement,
  excluded: ReadonlySet<PageElement> = new Set(),
  repeated?: Repeated,
): Map<PageElement, Measure> {
  const measures = new Map<PageElement, Measure>();
  function visit(element: PageElement, block: Block, inLink: boolean): Measure {
    const own: Measure = { text: 0, link: 0, prose: 0, paragraphs: 0 };
    const isBlock = blockNames.has(element.name);
    const current = isBlock ? { words: '', text: 0, link: 0, sentences: 0 } : block;
    const linked = inLink || element.name === 'a';
    for (let child = element.first; child; child = child.next) {
      if (child.nodeType === 3) {
        const length = lengthOf(child.data);
        own.text += length;
        current.text += length;
        if (current.words.length < wordsKept && length > 0) current.words += child.data.slice(0, wordsKept);
        current.sentences += sentenceEnds(child.data);
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
      const prose = worth(current) * (repeated?.(current.words, current.text) ? 0.1 : 1);
      own.prose += prose;
      if (prose > 0) own.paragraphs++;
    }
    measures.set(element, own);
    return own;
  }
  visit(root, { words: '', text: 0, link: 0, sentences: 0 }, false);
  return measures;
}
