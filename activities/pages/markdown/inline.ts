import { append } from '../tree/edit.ts';
import { blockNames } from '../tree/elementNames.ts';
import { following, isElement, PageElement, type PageNode, PageText } from '../tree/nodes.ts';
import type { Captions } from './captions.ts';
import { appendInline } from './flow.ts';
import type { Footnotes } from './footnotes.ts';
import { formulaOf, splitFormulas } from './math.ts';
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

/** Copies text, with the formulas in it as they are. */
export function addText(text: string, add: (node: PageNode) => void): void {
  for (const { words, formula } of splitFormulas(text)) {
    if (words) add(new PageText(words));
    if (formula) add(rawInline(formula));
  }
}

/** Where lines have no spaces, a mark beside punctuation is not read as emphasis: `**重要。**次` must be `**重要**。次`. */
const outerPunctuation = /^(?<before>[「『（【《〈“]*)(?<inner>[\s\S]*?)(?<after>[、。，．！？：；」』）】》〉”…]*)$/u;

function addEmphasis(copy: PageElement, add: (node: PageNode) => void): void {
  const only = copy.first === copy.last ? copy.first : null;
  const text = only?.nodeType === 3 ? outerPunctuation.exec(only.data)?.groups : undefined;
  if (only?.nodeType !== 3 || !text?.['inner']) {
    add(copy);
    return;
  }
  if (text['before']) add(new PageText(text['before']));
  only.data = text['inner'];
  add(copy);
  if (text['after']) add(new PageText(text['after']));
}

/** Code without the markup inside it, which would be shown as it is written; a link around all of it stays. */
export function codeSpanOf(element: PageElement, mayLink: boolean): PageElement | undefined {
  let text = '';
  let link: PageElement | undefined;
  for (let node = following(element, element); node; node = following(node, element)) {
    if (!isElement(node)) text += node.data;
    else if (node.name === 'br') text += ' ';
    else if (node.name === 'a' && node.attribs['href']) link ??= node;
  }
  if (!/\S/.test(text)) return undefined;
  const code = new PageElement('code', {});
  append(code, new PageText(collapseWhitespace(text)));
  if (!mayLink || link?.textContent.trim() !== text.trim()) return code;
  const around = new PageElement('a', { href: link.attribs['href'] ?? '' });
  append(around, code);
  return around;
}

export type InlineComposer = ReturnType<typeof createInlineComposer>;

/** Copies the content of lines: text, links, emphasis, images, formulas, footnote references. */
export function createInlineComposer(footnotes: Footnotes, captions: Captions) {
  function addChildren(from: PageElement, add: (node: PageNode) => void, path: readonly string[]): void {
    for (let child = from.first; child; child = child.next) {
      if (child.nodeType === 3) addText(collapseWhitespace(child.data), add);
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
    if (kept === 'code') {
      add(codeSpanOf(element, !path.includes('a')) ?? new PageText(' '));
      return;
    }
    const copy = new PageElement(kept, kept === 'a' ? { href: element.attribs['href'] ?? '' } : {});
    addChildren(element, (node) => appendInline(copy, node), [...path, kept]);
    if (hasContent(copy)) {
      if (kept === 'em' || kept === 'strong' || kept === 'del') addEmphasis(copy, add);
      else add(copy);
    } else if (copy.first) add(new PageText(' '));
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
