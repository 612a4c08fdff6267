import { contains, type PageElement } from '../../pages/tree/nodes.ts';
import { readBlocks } from '../declared/blocks.ts';
import type { Block, Evidence, NamedElements } from '../declared/evidence.ts';
import { linesOf, tidy } from '../declared/text.ts';

/** The entries of a list: its `<li>` elements if they hold much of the text, otherwise its lines without headings. */
export function entriesOf(blocks: readonly Block[]): string[] {
  const items = joinEntryLines(blocks.filter(({ kind }) => kind === 'item'));
  if (items.length > 0 && lengthOf(items) * 3 >= lengthOf(blocks.map(({ text }) => text))) return clean(items);
  return clean(
    blocks.filter(({ kind, rank, isLink }) => kind !== 'heading' && rank > 7 && !isLink).map(({ text }) => text),
  );
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}

/** Joins the lines of each `<li>`. */
function joinEntryLines(blocks: readonly Block[]): string[] {
  const entries: { owner: PageElement; text: string }[] = [];
  for (const { element, text } of blocks) {
    const owner = entryOf(element);
    const last = entries.at(-1);
    if (last && last.owner === owner) last.text += ` ${text}`;
    else entries.push({ owner, text });
  }
  return entries.map(({ text }) => text);
}

function entryOf(element: PageElement): PageElement {
  for (let at: PageElement | null = element; at; at = at.parent) if (at.name === 'li') return at;
  return element;
}

const bullet = /^(?:[•·▪▢☐◦*–—-]|\d{1,2}[.)])\s+/;
/** A line such as `Step 3`, which says no more than its position in the list. */
export function isStepNumber(text: string): boolean {
  return /^\s*(?:step|schritt|[eé]tape|paso|passo|stap|krok|trin|steg|шаг)?\s*\d{1,2}\s*[.):]?\s*$/i.test(text);
}

export function withoutBullet(text: string): string {
  return text.replace(bullet, '').trim();
}

function clean(texts: readonly string[]): string[] {
  return texts.map(withoutBullet).filter((text) => text.length > 1 && !isStepNumber(text));
}

function commonAncestor(first: PageElement, second: PageElement): PageElement | null {
  for (let at: PageElement | null = first; at; at = at.parent) if (contains(at, second)) return at;
  return null;
}

interface Labels {
  /** Whether a line is the label of another requested property. */
  isLabel(text: string): boolean;
  /** Whether a line is a known word or phrase. */
  isKnown(text: string): boolean;
}

/**
 * The blocks under the heading at `at`: up to the next heading of its rank, the next requested label, or the end of the
 * smallest element that contains both the heading and the block after it.
 */
export function sectionAt(blocks: readonly Block[], at: number, { isLabel, isKnown }: Labels): Block[] {
  const head = blocks[at];
  if (!head) return [];
  const found: Block[] = [];
  let container: PageElement | null = null;
  for (let next = at + 1; next < blocks.length && next < at + 400; next++) {
    const block = blocks[next];
    if (!block) break;
    // Under a bold label, another bold line between two lists is the title of a group.
    const isGroupTitle =
      head.rank > 6 &&
      block.rank > 6 &&
      found.at(-1)?.kind === 'item' &&
      blocks[next + 1]?.kind === 'item' &&
      !isKnown(block.text);
    if (block.rank <= head.rank && head.rank <= 8 && !isGroupTitle) break;
    if (block.rank <= 6 && head.rank > 6) break;
    if (block.rank <= 9 && isLabel(block.text)) break;
    if (container && !contains(container, block.element)) {
      // The heading may be in a small container of its own, with a line or two.
      if (lengthOf(found.map(({ text }) => text)) > 60) break;
      container = null;
    }
    container ??= commonAncestor(head.element, block.element);
    found.push(block);
  }
  return found;
}

/** The entries in elements with the same class or id: those of a single element, or one entry for each of several. */
export function namedEntries({ elements }: NamedElements): string[] {
  const outer = elements.filter((element) => !elements.some((other) => other !== element && contains(other, element)));
  const lists = outer.map((element) => entriesOf(readBlocks(element)));
  if (outer.length === 1) return lists[0] ?? [];
  // Several elements with a list each are parts of one list.
  if (lists.some(({ length }) => length > 1) && outer.length <= 12 && outer.some((element) => element.name !== 'li'))
    return distinct(lists.flat());
  return distinct(outer.map((element) => tidy(linesOf(element).join(' '))).filter(Boolean));
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

/** Words in many of a page's class names are a namespace: `recipe-card__price`, `recipe-card__title`. */
export function namespaceWords({ named }: Evidence, words: (name: string) => ReadonlySet<string>): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { name } of named) for (const word of words(name)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count >= 8).map(([word]) => word));
}
