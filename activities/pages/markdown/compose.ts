import { append, detach, moveChildren } from '../tree/edit.ts';
import { blockNames, isHeading } from '../tree/elementNames.ts';
import { following, isElement, PageElement, type PageNode, PageText } from '../tree/nodes.ts';
import { Captions } from './captions.ts';
import { codeBlock, isCodeLabel, isCodeTable } from './code.ts';
import { Flow } from './flow.ts';
import type { Footnotes } from './footnotes.ts';
import { addText, codeSpanOf, createInlineComposer, hasContent, type InlineComposer } from './inline.ts';
import { rawBlock } from './rawMarkdown.ts';
import { type CellWriter, isDataTable, isLayoutAroundTables, nestedTableLines, tableMarkdown } from './table.ts';
import { collapseWhitespace } from './whitespace.ts';

export interface ComposeContext {
  footnotes: Footnotes;
  writeCell: CellWriter;
  /** For a table cell or a footnote, which is a single line: without code fences and headings. */
  isFlat: boolean;
  /** Receives the blocks in batches, and may change them. */
  onBatch(blocks: PageElement): void;
}

/** Blocks per batch: so a page of a hundred thousand blocks is never copied as a whole. */
const batchSize = 256;
/** Quotes and lists nested deeper are written at this depth, because each level indents everything inside it. */
const maxNesting = 24;

/**
 * Builds from a page's content the small trees that turndown converts: containers are flattened, paragraphs closed,
 * links and emphasis put inside blocks rather than around them. The page's own tree is not changed.
 */
export function compose(source: PageElement, context: ComposeContext): void {
  const { footnotes, writeCell, onBatch } = context;
  const root = new PageElement('div', {});
  let blocks = 0;
  const flow = new Flow(root, () => {
    if (++blocks % batchSize !== 0) return;
    onBatch(root);
    root.first = null;
    root.last = null;
  });
  new BlockComposer(context).composeInto(flow, source, []);
  flow.closeParagraph();
  if (root.first) onBatch(root);
  for (const { label, note } of footnotes.ordered) {
    const text = writeCell(note, footnotes);
    const block = new PageElement('div', {});
    append(block, rawBlock(`[^${label}]: ${text}`));
    if (text) onBatch(block);
  }
}

/** In its methods, `path` has the names of the links and emphasis around the content, which must not nest. */
class BlockComposer {
  private readonly captions = new Captions();
  private readonly inline: InlineComposer;
  private nesting = 0;

  constructor(private readonly context: ComposeContext) {
    this.inline = createInlineComposer(context.footnotes, this.captions);
  }

  composeInto(flow: Flow, from: PageElement, path: readonly string[]): void {
    for (let child = from.first; child; child = child.next) this.addNode(flow, child, path);
  }

  private addNode(flow: Flow, node: PageNode, path: readonly string[]): void {
    if (node.nodeType === 3) {
      addText(collapseWhitespace(node.data), (part) => flow.addInline(part));
      return;
    }
    if (this.context.footnotes.notes.has(node) || this.captions.attached.has(node) || isCodeLabel(node)) return;
    const { name } = node;
    if (name === 'figure') this.captions.attach(node);
    if (blockNames.has(name)) {
      flow.closeParagraph();
      if (this.isTransparent(node)) {
        this.composeInto(flow, node, path);
        flow.closeParagraph();
      } else {
        const block = this.blockOf(node, flow, path);
        if (block) flow.addBlock(block);
      }
    } else if (this.inline.replacementOf(node) === undefined && hasBlock(node)) {
      if (name === 'a' && node.attribs['href'] && !path.includes('a')) this.addLinkedBlocks(flow, node, path);
      else this.composeInto(flow, node, path);
    } else this.inline.addElement(node, (part) => flow.addInline(part), path);
  }

  /** A block element that leaves no trace in the markdown but the breaks around it. */
  private isTransparent(element: PageElement): boolean {
    const { name } = element;
    if (name === 'table')
      return isLayoutAroundTables(element) || !(isCodeTable(element) || isDataTable(element) || this.context.isFlat);
    if (name === 'blockquote' || name === 'ul' || name === 'ol' || name === 'menu' || name === 'dir')
      return this.nesting >= maxNesting;
    return !isHeading(name) && name !== 'hr' && name !== 'pre' && name !== 'dt' && name !== 'summary';
  }

  private blockOf(element: PageElement, flow: Flow, path: readonly string[]): PageElement | undefined {
    const { name } = element;
    const { isFlat, writeCell } = this.context;
    const { lineOf } = this.inline;
    if (isHeading(name)) return isFlat ? inParagraph(lineOf('strong', element, path)) : lineOf(name, element, path);
    if (name === 'hr') return flow.target.first ? new PageElement('hr', {}) : undefined;
    if (isFlat && name === 'pre') return inParagraph(codeSpanOf(element, false));
    if (name === 'pre' || isCodeTable(element)) {
      const code = codeBlock(element);
      return code ? rawBlock(code) : undefined;
    }
    if (name === 'table' && isFlat) return rawBlock(nestedTableLines(element, writeCell).join('\n'));
    if (name === 'table') {
      const table = tableMarkdown(element, writeCell);
      return table ? rawBlock(table) : undefined;
    }
    if (name === 'dt' || name === 'summary') return inParagraph(lineOf('strong', element, path));
    if (name === 'blockquote') {
      const quote = new PageElement('blockquote', {});
      this.nest(() => this.composeInto(new Flow(quote), element, path));
      return hasContent(quote) ? quote : undefined;
    }
    const list = this.nest(() => this.listOf(element, path));
    return list.first ? list : undefined;
  }

  /** A link around blocks becomes a link inside their first heading, or else inside their first paragraph. */
  private addLinkedBlocks(flow: Flow, link: PageElement, path: readonly string[]): void {
    const inner = new PageElement('div', {});
    this.composeInto(new Flow(inner), link, [...path, 'a']);
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
      flow.addBlock(block);
    }
  }

  private listOf(from: PageElement, path: readonly string[]): PageElement {
    const start = from.attribs['start'];
    const list = new PageElement(from.name === 'ol' ? 'ol' : 'ul', start ? { start } : {});
    function addItem(fill: (flow: Flow) => void): void {
      const item = new PageElement('li', {});
      fill(new Flow(item));
      tighten(item);
      if (hasContent(item)) append(list, item);
    }
    for (let child = from.first; child; child = child.next) {
      const at = child;
      if (at.nodeType === 3) {
        if (/\S/.test(at.data)) addItem((flow) => flow.addInline(new PageText(collapseWhitespace(at.data))));
      } else if (at.name === 'li') {
        if (!this.context.footnotes.notes.has(at)) addItem((flow) => this.composeInto(flow, at, path));
      } else if (at.name === 'ul' || at.name === 'ol') {
        // A list directly in a list belongs to the item before it.
        const nested = this.nest(() => this.listOf(at, path));
        const before = list.lastElementChild;
        if (!nested.first) continue;
        if (before) append(before, nested);
        else addItem((flow) => flow.addBlock(nested));
      } else addItem((flow) => this.addNode(flow, at, path));
    }
    return list;
  }

  private nest<T>(work: () => T): T {
    this.nesting++;
    const result = work();
    this.nesting--;
    return result;
  }
}

function hasBlock(element: PageElement): boolean {
  for (let node = following(element, element); node; node = following(node, element))
    if (isElement(node) && blockNames.has(node.name)) return true;
  return false;
}

function inParagraph(content: PageElement | undefined): PageElement | undefined {
  if (!content) return undefined;
  const paragraph = new PageElement('p', {});
  append(paragraph, content);
  return paragraph;
}

/** An item with a single paragraph, and perhaps lists after it, is written without blank lines. */
function tighten(item: PageElement): void {
  const [first, ...rest] = item.children;
  if (first?.name !== 'p' || rest.some(({ name }) => name !== 'ul' && name !== 'ol')) return;
  detach(first);
  for (const list of rest) detach(list);
  moveChildren(first, item);
  for (const list of rest) append(item, list);
}
