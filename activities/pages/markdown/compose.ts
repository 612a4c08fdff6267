import { blockNames, isHeading } from '../tree/names.ts';
import { append, detach, following, isElement, PageElement, type PageNode, PageText } from '../tree/nodes.ts';
import { codeBlock, isCodeTable } from './code.ts';
import type { Footnotes } from './footnotes.ts';
import { blockLeaf, leaf } from './leaf.ts';
import { formulaOf } from './math.ts';
import { isDataTable, type RenderCell, tableMarkdown } from './table.ts';

/**
 * Builds from a page's content the small tree that turndown converts: containers flattened, paragraphs closed,
 * links and emphasis inside blocks rather than around them, lists and tables well formed. The page's tree stays as it is.
 */
export interface ComposeContext {
  footnotes: Footnotes;
  renderCell: RenderCell;
}

const emphasisNames = new Map([
  ['em', 'em'],
  ['i', 'em'],
  ['cite', 'em'],
  ['strong', 'strong'],
  ['b', 'strong'],
  ['code', 'code'],
  ['kbd', 'code'],
  ['samp', 'code'],
  ['tt', 'code'],
  ['del', 'del'],
  ['s', 'del'],
  ['strike', 'del'],
  ['sub', 'sub'],
  ['sup', 'sup'],
  ['q', 'q'],
]);

const readable = (text: string): string =>
  text.replace(/[\u00a0\u2007\u202f]/g, ' ').replace(/[\u200b\u2060\ufeff\u00ad]/g, '');

const holdsBlock = (element: PageElement): boolean => {
  for (let node = following(element, element); node; node = following(node, element))
    if (isElement(node) && (blockNames.has(node.name) || node.name === 'table')) return true;
  return false;
};

export const hasContent = (element: PageElement): boolean => {
  for (let node = following(element, element); node; node = following(node, element)) {
    if (node.nodeType === 3 ? /\S/.test(node.data) : node.name === 'img') return true;
  }
  return false;
};

/** Where inline content goes: a paragraph that is opened by the first word and closed by the next block. */
class Flow {
  private paragraph: PageElement | null = null;
  private breaks = 0;

  constructor(readonly target: PageElement) {}

  close(): void {
    const { paragraph } = this;
    this.paragraph = null;
    this.breaks = 0;
    if (!paragraph) return;
    while (paragraph.last && isElement(paragraph.last) && paragraph.last.name === 'br') detach(paragraph.last);
  }

  block(element: PageElement): void {
    this.close();
    append(this.target, element);
  }

  add(node: PageNode): void {
    if (isElement(node) && node.name === 'br') {
      this.breaks++;
      return;
    }
    const isBlank = node.nodeType === 3 && !/\S/.test(node.data);
    if (isBlank && (!this.paragraph || this.breaks > 0)) return;
    if (this.breaks > 1) this.close();
    if (!this.paragraph) {
      this.paragraph = new PageElement('p', {});
      append(this.target, this.paragraph);
    } else if (this.breaks === 1) append(this.paragraph, new PageElement('br', {}));
    this.breaks = 0;
    append(this.paragraph, node);
  }
}

const hasAncestor = (path: readonly string[], name: string): boolean => path.includes(name);

export const compose = (source: PageElement, context: ComposeContext): PageElement => {
  const { footnotes, renderCell } = context;
  const captions = new Map<PageElement, string>();
  const told = new Set<PageElement>();

  /** Inline content of `from`, each piece handed to `add`. */
  const inline = (from: PageElement, add: (node: PageNode) => void, path: readonly string[]): void => {
    for (let child = from.first; child; child = child.next) {
      if (child.nodeType === 3) {
        const text = readable(child.data);
        if (text) add(new PageText(text));
      } else inlineElement(child, add, path);
    }
  };

  /** What is not copied as it is; null where nothing is left of it. */
  const madeOf = (element: PageElement): PageElement | null | undefined => {
    const label = footnotes.references.get(element);
    if (label !== undefined) return leaf(`[^${label}]`);
    const formula = formulaOf(element);
    if (formula !== undefined) return formula ? leaf(formula) : null;
    if (element.name === 'br') return new PageElement('br', {});
    if (element.name !== 'img') return undefined;
    const caption = captions.get(element);
    return new PageElement('img', caption ? { ...element.attribs, title: caption } : element.attribs);
  };

  const inlineElement = (element: PageElement, add: (node: PageNode) => void, path: readonly string[]): void => {
    const { name } = element;
    if (name === 'wbr' || footnotes.backlinks.has(element)) return;
    const made = madeOf(element);
    if (made !== undefined) {
      if (made) add(made);
      return;
    }
    const emphasis = emphasisNames.get(name);
    if (name === 'a' ? !element.attribs['href'] || hasAncestor(path, 'a') : !emphasis || hasAncestor(path, emphasis)) {
      if (blockNames.has(name)) add(new PageText(' '));
      inline(element, add, path);
      if (blockNames.has(name)) add(new PageText(' '));
      return;
    }
    const kept = emphasis ?? 'a';
    const copy = new PageElement(kept, kept === 'a' ? { href: element.attribs['href'] ?? '' } : {});
    inline(element, (node) => append(copy, node), [...path, kept]);
    if (hasContent(copy)) add(copy);
    else if (copy.first) add(new PageText(' '));
  };

  /** A link around blocks becomes a link inside the first heading, or else the first words. */
  const linkAround = (link: PageElement, flow: Flow, path: readonly string[]): void => {
    const inner = new PageElement('div', {});
    const innerFlow = new Flow(inner);
    fill(link, innerFlow, [...path, 'a']);
    innerFlow.close();
    const blocks = inner.childNodes.filter(isElement);
    const linked =
      blocks.find(({ name }) => isHeading(name)) ?? blocks.find((block) => block.name === 'p' && hasContent(block));
    if (linked) {
      const anchor = new PageElement('a', { href: link.attribs['href'] ?? '' });
      for (const child of linked.childNodes) append(anchor, child);
      linked.first = null;
      linked.last = null;
      append(linked, anchor);
    }
    for (const block of blocks) flow.block(block);
  };

  const list = (from: PageElement, path: readonly string[]): PageElement => {
    const items = new PageElement(
      from.name === 'ol' ? 'ol' : 'ul',
      from.attribs['start'] ? { start: from.attribs['start'] } : {},
    );
    const addItem = (fillItem: (flow: Flow) => void): void => {
      const item = new PageElement('li', {});
      const flow = new Flow(item);
      fillItem(flow);
      flow.close();
      tighten(item);
      if (hasContent(item)) append(items, item);
    };
    for (let child = from.first; child; child = child.next) {
      if (child.nodeType === 3) {
        if (/\S/.test(child.data))
          addItem((flow) => flow.add(new PageText(readable(child?.nodeType === 3 ? child.data : ''))));
      } else if (child.name === 'ul' || child.name === 'ol' || child.name === 'menu') {
        // A list directly in a list belongs to the item before it.
        const nested = list(child, path);
        const before = items.lastElementChild;
        if (!nested.first) continue;
        if (before) append(before, nested);
        else addItem((flow) => flow.block(nested));
      } else {
        const element = child;
        if (footnotes.notes.has(element)) continue;
        addItem((flow) => (element.name === 'li' ? fill(element, flow, path) : node(element, flow, path)));
      }
    }
    return items;
  };

  const node = (child: PageNode, flow: Flow, path: readonly string[]): void => {
    if (child.nodeType === 3) {
      const text = readable(child.data);
      if (text) flow.add(new PageText(text));
      return;
    }
    const { name } = child;
    if (footnotes.notes.has(child) || told.has(child)) return;
    if (isHeading(name)) {
      const heading = new PageElement(name, {});
      inline(child, (part) => append(heading, isElement(part) && part.name === 'br' ? new PageText(' ') : part), [
        ...path,
        'strong',
      ]);
      if (hasContent(heading)) flow.block(heading);
    } else if (name === 'ul' || name === 'ol' || name === 'menu' || name === 'dir') {
      const items = list(child, path);
      if (items.first) flow.block(items);
    } else if (name === 'blockquote') {
      const quote = new PageElement('blockquote', {});
      const inner = new Flow(quote);
      fill(child, inner, path);
      inner.close();
      if (hasContent(quote)) flow.block(quote);
    } else if (name === 'pre' || isCodeTable(child)) {
      const code = codeBlock(child);
      if (code) flow.block(blockLeaf(code));
    } else if (name === 'table') {
      if (isDataTable(child)) {
        const table = tableMarkdown(child, renderCell);
        if (table) flow.block(blockLeaf(table));
      } else {
        flow.close();
        fill(child, flow, path);
        flow.close();
      }
    } else if (name === 'hr') {
      if (flow.target.last) flow.block(new PageElement('hr', {}));
    } else if (name === 'dt' || name === 'summary') {
      flow.close();
      const term = new PageElement('strong', {});
      inline(child, (part) => append(term, part), [...path, 'strong']);
      if (hasContent(term)) flow.add(term);
      flow.close();
    } else if (name === 'figure') {
      flow.close();
      figure(child, flow, path);
      flow.close();
    } else if (blockNames.has(name)) {
      flow.close();
      fill(child, flow, path);
      flow.close();
    } else if (holdsBlock(child) && formulaOf(child) === undefined) {
      if (name === 'a' && child.attribs['href'] && !hasAncestor(path, 'a')) linkAround(child, flow, path);
      else fill(child, flow, path);
    } else inlineElement(child, (part) => flow.add(part), path);
  };

  /** A caption goes with its picture, as its title; under anything else it is a line of its own. */
  const figure = (from: PageElement, flow: Flow, path: readonly string[]): void => {
    const images: PageElement[] = [];
    let caption: PageElement | undefined;
    for (let at = following(from, from); at; at = following(at, from)) {
      if (!isElement(at)) continue;
      if (at.name === 'img') images.push(at);
      else if (at.name === 'figcaption') caption ??= at;
    }
    const image = images[0];
    if (caption && image && images.length === 1) {
      captions.set(image, readable(caption.textContent).replace(/\s+/g, ' ').trim());
      told.add(caption);
    }
    fill(from, flow, path);
  };

  const fill = (from: PageElement, flow: Flow, path: readonly string[]): void => {
    for (let child = from.first; child; child = child.next) node(child, flow, path);
  };

  /** An item with one paragraph, and perhaps lists below it, is written without blank lines. */
  const tighten = (item: PageElement): void => {
    const blocks = item.childNodes.filter(isElement);
    const [first, ...rest] = blocks;
    if (first?.name !== 'p' || rest.some(({ name }) => name !== 'ul' && name !== 'ol')) return;
    detach(first);
    const before = item.first;
    const parts = first.childNodes;
    if (!before) for (const part of parts) append(item, part);
    else {
      const lists = item.childNodes;
      item.first = null;
      item.last = null;
      for (const part of [...parts, ...lists]) append(item, part);
    }
  };

  const root = new PageElement('div', {});
  const flow = new Flow(root);
  fill(source, flow, []);
  flow.close();
  for (const { label, note } of footnotes.inOrder) {
    const text = renderCell(note, footnotes);
    if (text) append(root, blockLeaf(`[^${label}]: ${text}`));
  }
  return root;
};
