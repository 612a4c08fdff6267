import { blockNames, isHeading } from '../tree/names.ts';
import {
  append,
  detach,
  following,
  isElement,
  moveChildren,
  PageElement,
  type PageNode,
  PageText,
} from '../tree/nodes.ts';
import { Captions } from './captions.ts';
import { codeBlock, isCodeTable } from './code.ts';
import { Flow } from './flow.ts';
import type { Footnotes } from './footnotes.ts';
import { hasContent, inlineWith } from './inline.ts';
import { blockLeaf } from './leaf.ts';
import { readable } from './readable.ts';
import { holdsTable, isDataTable, type RenderCell, tableMarkdown } from './table.ts';

export interface ComposeContext {
  footnotes: Footnotes;
  renderCell: RenderCell;
  /** For a table's cell or a note, which is one line: no fences, no headings. */
  flat: boolean;
  /** Takes what is composed so far, and converts it. */
  emit(blocks: PageElement): void;
}

/** Blocks are handed on in batches, so that a page of a hundred thousand never has its whole copy in memory. */
const batch = 256;
/** Quotes and lists nested deeper are written at this depth: each level indents all that is in it. */
const maxNesting = 24;

function holdsBlock(element: PageElement): boolean {
  for (let node = following(element, element); node; node = following(node, element))
    if (isElement(node) && blockNames.has(node.name)) return true;
  return false;
}

/** An item with one paragraph, and perhaps lists below it, is written without blank lines. */
function tighten(item: PageElement): void {
  const [first, ...rest] = item.children;
  if (first?.name !== 'p' || rest.some(({ name }) => name !== 'ul' && name !== 'ol')) return;
  detach(first);
  for (const list of rest) detach(list);
  moveChildren(first, item);
  for (const list of rest) append(item, list);
}

/**
 * Builds from a page's content the small trees that turndown converts: containers flattened, paragraphs closed,
 * links and emphasis inside blocks rather than around them, lists and tables well formed. The page's own tree stays.
 */
export function compose(source: PageElement, { footnotes, renderCell, flat, emit }: ComposeContext): void {
  const captions = new Captions();
  const { madeOf, inlineElement, line } = inlineWith(footnotes, captions);
  let nesting = 0;

  function inParagraph(content: PageElement | undefined): PageElement | undefined {
    if (!content) return undefined;
    const paragraph = new PageElement('p', {});
    append(paragraph, content);
    return paragraph;
  }

  /** A link around blocks becomes a link inside their first heading, or else their first words. */
  function linkAround(link: PageElement, flow: Flow, path: readonly string[]): void {
    const inner = new PageElement('div', {});
    fill(link, new Flow(inner), [...path, 'a']);
    const blocks = inner.children;
    const linked =
      blocks.find(({ name }) => isHeading(name)) ?? blocks.find((block) => block.name === 'p' && hasContent(block));
    if (linked) {
      const anchor = new PageElement('a', { href: link.attribs['href'] ?? '' });
      moveChildren(linked, anchor);
      append(linked, anchor);
    }
    for (const block of blocks) {
      detach(block);
      flow.block(block);
    }
  }

  function list(from: PageElement, path: readonly string[]): PageElement {
    const start = from.attribs['start'];
    const items = new PageElement(from.name === 'ol' ? 'ol' : 'ul', start ? { start } : {});
    function addItem(fillItem: (flow: Flow) => void): void {
      const item = new PageElement('li', {});
      fillItem(new Flow(item));
      tighten(item);
      if (hasContent(item)) append(items, item);
    }
    for (let child = from.first; child; child = child.next) {
      const at = child;
      if (at.nodeType === 3) {
        if (/\S/.test(at.data)) addItem((flow) => flow.add(new PageText(readable(at.data))));
      } else if (at.name === 'li') {
        if (!footnotes.notes.has(at)) addItem((flow) => fill(at, flow, path));
      } else if (at.name === 'ul' || at.name === 'ol') {
        // A list directly in a list belongs to the item before it.
        const nested = nest(() => list(at, path));
        const before = items.lastElementChild;
        if (!nested.first) continue;
        if (before) append(before, nested);
        else addItem((flow) => flow.block(nested));
      } else addItem((flow) => place(at, flow, path));
    }
    return items;
  }

  function nest<T>(inside: () => T): T {
    nesting++;
    const made = inside();
    nesting--;
    return made;
  }

  function block(element: PageElement, flow: Flow, path: readonly string[]): PageElement | undefined {
    const { name } = element;
    if (isHeading(name)) return flat ? inParagraph(line('strong', element, path)) : line(name, element, path);
    if (name === 'hr') return flow.target.first ? new PageElement('hr', {}) : undefined;
    if (flat && name === 'pre') return inParagraph(line('code', element, [...path, 'code']));
    if (name === 'pre' || isCodeTable(element)) {
      const code = codeBlock(element);
      return code ? blockLeaf(code) : undefined;
    }
    if (name === 'table') {
      const table = tableMarkdown(element, renderCell);
      return table ? blockLeaf(table) : undefined;
    }
    if (name === 'dt' || name === 'summary') return inParagraph(line('strong', element, path));
    if (name === 'blockquote') {
      const quote = new PageElement('blockquote', {});
      nest(() => fill(element, new Flow(quote), path));
      return hasContent(quote) ? quote : undefined;
    }
    const items = nest(() => list(element, path));
    return items.first ? items : undefined;
  }

  function isTransparent(element: PageElement): boolean {
    const { name } = element;
    if (name === 'table') return holdsTable(element) || !(isCodeTable(element) || isDataTable(element));
    if (name === 'blockquote' || name === 'ul' || name === 'ol' || name === 'menu' || name === 'dir')
      return nesting >= maxNesting;
    return !isHeading(name) && name !== 'hr' && name !== 'pre' && name !== 'dt' && name !== 'summary';
  }

  function place(node: PageNode, flow: Flow, path: readonly string[]): void {
    if (node.nodeType === 3) {
      flow.add(new PageText(readable(node.data)));
      return;
    }
    if (footnotes.notes.has(node) || captions.told.has(node)) return;
    const { name } = node;
    if (name === 'figure') captions.tell(node);
    if (blockNames.has(name)) {
      flow.close();
      if (isTransparent(node)) {
        fill(node, flow, path);
        flow.close();
      } else {
        const made = block(node, flow, path);
        if (made) flow.block(made);
      }
    } else if (madeOf(node) === undefined && holdsBlock(node)) {
      if (name === 'a' && node.attribs['href'] && !path.includes('a')) linkAround(node, flow, path);
      else fill(node, flow, path);
    } else inlineElement(node, (part) => flow.add(part), path);
  }

  function fill(from: PageElement, flow: Flow, path: readonly string[]): void {
    for (let child = from.first; child; child = child.next) place(child, flow, path);
  }

  let root = new PageElement('div', {});
  let blocks = 0;
  const flow = new Flow(root, () => {
    if (++blocks % batch !== 0) return;
    emit(root);
    root.first = null;
    root.last = null;
  });
  fill(source, flow, []);
  flow.close();
  if (root.first) emit(root);
  for (const { label, note } of footnotes.inOrder) {
    const text = renderCell(note, footnotes);
    root = new PageElement('div', {});
    append(root, blockLeaf(`[^${label}]: ${text}`));
    if (text) emit(root);
  }
}
