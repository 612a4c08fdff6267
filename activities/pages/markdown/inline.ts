import { blockNames } from '../tree/elementNames.ts';
import { following, isElement, PageElement, type PageNode, PageText } from '../tree/nodes.ts';
import type { Captions } from './captions.ts';
import { appendInline } from './flow.ts';
import type { Footnotes } from './footnotes.ts';
import { formulaOf } from './math.ts';
import { rawInline } from './rawMarkdown.ts';
import { collapseWhitespace } from './whitespace.ts';

const emphasisNames = new Map(
  Object.entries({
    em: 'em',
    i: 'em',
    cite: 'em',
    strong: 'strong',
    b: 'strong',
    code: 'code',
    kbd: 'code',
    samp: 'code',
    tt: 'code',
    del: 'del',
    s: 'del',
    strike: 'del',
    sub: 'sub',
    sup: 'sup',
    q: 'q',
  }),
);

export function hasContent(element: PageElement): boolean {
  for (let node = following(element, element); node; node = following(node, element))
    if (isElement(node) ? node.name === 'img' : /\S/.test(node.data)) return true;
  return false;
}

export type InlineComposer = ReturnType<typeof createInlineComposer>;

/** Copies the content of lines: text, links, emphasis, images, formulas, footnote references. */
export function createInlineComposer(footnotes: Footnotes, captions: Captions) {
  function addChildren(from: PageElement, add: (node: PageNode) => void, path: readonly string[]): void {
    for (let child = from.first; child; child = child.next) {
      if (child.nodeType === 3) add(new PageText(collapseWhitespace(child.data)));
      else addElement(child, add, path);
    }
  }

  /** What an element becomes if it is not copied as it is; null if nothing is left of it. */
  function replacementOf(element: PageElement): PageElement | null | undefined {
    const label = footnotes.references.get(element);
    if (label !== undefined) return rawInline(`[^${label}]`);
    const formula = formulaOf(element);
    if (formula !== undefined) return formula ? rawInline(formula) : null;
    if (element.name === 'br') return new PageElement('br', {});
    if (element.name === 'input') return rawInline(element.attribs['checked'] === undefined ? '[ ]' : '[x]');
    if (element.name !== 'img') return undefined;
    const caption = captions.titles.get(element);
    return new PageElement('img', caption ? { ...element.attribs, title: caption } : element.attribs);
  }

  function addElement(element: PageElement, add: (node: PageNode) => void, path: readonly string[]): void {
    const { name } = element;
    if (name === 'wbr' || footnotes.backlinks.has(element) || captions.attached.has(element)) return;
    const replacement = replacementOf(element);
    if (replacement !== undefined) {
      if (replacement) add(replacement);
      return;
    }
    const kept = name === 'a' ? (element.attribs['href'] ? 'a' : undefined) : emphasisNames.get(name);
    if (!kept || path.includes(kept)) {
      const isBlock = blockNames.has(name);
      if (isBlock) add(new PageText(' '));
      addChildren(element, add, path);
      if (isBlock) add(new PageText(' '));
      return;
    }
    const copy = new PageElement(kept, kept === 'a' ? { href: element.attribs['href'] ?? '' } : {});
    addChildren(element, (node) => appendInline(copy, node), [...path, kept]);
    if (hasContent(copy)) add(copy);
    else if (copy.first) add(new PageText(' '));
  }

  /** A heading or a term: inline content only, on one line. */
  function lineOf(name: string, from: PageElement, path: readonly string[]): PageElement | undefined {
    const element = new PageElement(name, {});
    const add = (part: PageNode) =>
      appendInline(element, isElement(part) && part.name === 'br' ? new PageText(' ') : part);
    addChildren(from, add, [...path, 'strong']);
    return hasContent(element) ? element : undefined;
  }

  return { replacementOf, addElement, lineOf };
}
