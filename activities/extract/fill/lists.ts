import { contains, type PageElement } from '../../pages/tree/nodes.ts';
import { readBlocks } from '../declared/blocks.ts';
import type { Block, Evidence, Named } from '../declared/evidence.ts';
import { linesOf, tidy } from '../declared/text.ts';

/** Lines of a list: its entries where it has any, else its lines; headings are left out. */
export function entriesOf(blocks: readonly Block[]): string[] {
  const items = joined(blocks.filter(({ kind }) => kind === 'item'));
  if (items.length > 0 && lengthOf(items) * 3 >= lengthOf(blocks.map(({ text }) => text))) return clean(items);
  return clean(
    blocks.filter(({ kind, rank, linked }) => kind !== 'heading' && rank > 7 && !linked).map(({ text }) => text),
  );
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}

/** The lines of one list entry belong together. */
function joined(blocks: readonly Block[]): string[] {
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
/** `Step 3` alone says nothing that its place in the list does not say. */
export function isStepNumber(text: string): boolean {
  return /^\s*(?:step|schritt|[eé]tape|paso|passo|stap|krok|trin|steg|шаг)?\s*\d{1,2}\s*[.):]?\s*$/i.test(text);
}

function clean(texts: readonly string[]): string[] {
  return texts.map((text) => text.replace(bullet, '').trim()).filter((text) => text.length > 1 && !isStepNumber(text));
}

function smallestCommon(first: PageElement, second: PageElement): PageElement | null {
  for (let at: PageElement | null = first; at; at = at.parent) if (contains(at, second)) return at;
  return null;
}

interface Labels {
  /** Another thing that was asked for begins here. */
  isLabel(text: string): boolean;
  /** A word or phrase that labels something. */
  isKnown(text: string): boolean;
}

/**
 * What stands under the heading at `at`: up to the next heading of its rank, the next label that was asked for, or the
 * end of the part of the page that the two have in common.
 */
export function sectionAt(blocks: readonly Block[], at: number, { isLabel, isKnown }: Labels): Block[] {
  const head = blocks[at];
  if (!head) return [];
  const found: Block[] = [];
  let within: PageElement | null = null;
  for (let next = at + 1; next < blocks.length && next < at + 400; next++) {
    const block = blocks[next];
    if (!block) break;
    // Under a label in bold, another one between two lists is a group of them.
    const isGroup =
      head.rank > 6 &&
      block.rank > 6 &&
      found.at(-1)?.kind === 'item' &&
      blocks[next + 1]?.kind === 'item' &&
      !isKnown(block.text);
    if (block.rank <= head.rank && head.rank <= 8 && !isGroup) break;
    if (block.rank <= 6 && head.rank > 6) break;
    if (block.rank <= 9 && isLabel(block.text)) break;
    if (within && !contains(within, block.element)) {
      // The heading may sit in a small box of its own with a line or two.
      if (lengthOf(found.map(({ text }) => text)) > 60) break;
      within = null;
    }
    within ??= smallestCommon(head.element, block.element);
    found.push(block);
  }
  return found;
}

/** What elements of one name hold: each its own entry, or the entries of the one that holds them all. */
export function namedEntries({ elements }: Named): string[] {
  const outer = elements.filter((element) => !elements.some((other) => other !== element && contains(other, element)));
  const lists = outer.map((element) => entriesOf(readBlocks(element)));
  if (outer.length === 1) return lists[0] ?? [];
  // Several with a list each are parts of one list; several with a line each are its entries.
  if (lists.some(({ length }) => length > 1) && outer.length <= 12 && outer.some((element) => element.name !== 'li'))
    return distinct(lists.flat());
  return distinct(outer.map((element) => tidy(linesOf(element).join(' '))).filter(Boolean));
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

/** Words that prefix many of a page's class names are its namespace: `recipe-card__price`, `recipe-card__title`. */
export function namespaceWords({ named }: Evidence, words: (name: string) => ReadonlySet<string>): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { name } of named) for (const word of words(name)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count >= 8).map(([word]) => word));
}
