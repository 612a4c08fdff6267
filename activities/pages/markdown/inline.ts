import { blockNames } from '../tree/names.ts';
import { following, isElement, PageElement, type PageNode, PageText } from '../tree/nodes.ts';
import type { Captions } from './captions.ts';
import { appendInline } from './flow.ts';
import type { Footnotes } from './footnotes.ts';
import { leaf } from './leaf.ts';
import { formulaOf } from './math.ts';
import { readable } from './readable.ts';

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

/** Words, and what stands between them: links, emphasis, pictures, formulas, marks of footnotes. */
export function inlineWith(footnotes: Footnotes, captions: Captions) {
  function inline(from: PageElement, add: (node: PageNode) => void, path: readonly string[]): void {
    for (let child = from.first; child; child = child.next) {
      if (child.nodeType === 3) add(new PageText(readable(child.data)));
      else inlineElement(child, add, path);
    }
  }

  /** What is not copied as it is; null where nothing is left of it. */
  function madeOf(element: PageElement): PageElement | null | undefined {
    const label = footnotes.references.get(element);
    if (label !== undefined) return leaf(`[^${label}]`);
    const formula = formulaOf(element);
    if (formula !== undefined) return formula ? leaf(formula) : null;
    if (element.name === 'br') return new PageElement('br', {});
    if (element.name === 'input') return leaf(element.attribs['checked'] === undefined ? '[ ]' : '[x]');
    if (element.name !== 'img') return undefined;
    const caption = captions.titles.get(element);
    return new PageElement('img', caption ? { ...element.attribs, title: caption } : element.attribs);
  }

  function inlineElement(element: PageElement, add: (node: PageNode) => void, path: readonly string[]): void {
    const { name } = element;
    if (name === 'wbr' || footnotes.backlinks.has(element) || captions.told.has(element)) return;
    const made = madeOf(element);
    if (made !== undefined) {
      if (made) add(made);
      return;
    }
    const kept = name === 'a' ? (element.attribs['href'] ? 'a' : undefined) : emphasisNames.get(name);
    if (!kept || path.includes(kept)) {
      const apart = blockNames.has(name);
      if (apart) add(new PageText(' '));
      inline(element, add, path);
      if (apart) add(new PageText(' '));
      return;
    }
    const copy = new PageElement(kept, kept === 'a' ? { href: element.attribs['href'] ?? '' } : {});
    inline(element, (node) => appendInline(copy, node), [...path, kept]);
    if (hasContent(copy)) add(copy);
    else if (copy.first) add(new PageText(' '));
  }

  /** The inline content of a heading or a term. */
  function line(name: string, from: PageElement, path: readonly string[]): PageElement | undefined {
    const element = new PageElement(name, {});
    const add = (part: PageNode) =>
      appendInline(element, isElement(part) && part.name === 'br' ? new PageText(' ') : part);
    inline(from, add, [...path, 'strong']);
    return hasContent(element) ? element : undefined;
  }

  return { madeOf, inlineElement, line };
}
