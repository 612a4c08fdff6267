import { blockNames, isHeading } from '../../tree/elementNames.ts';
import { following, type PageElement, type PageNode } from '../../tree/nodes.ts';

/** An element with text in it, as the classifier sees it. */
export interface Container {
  element: PageElement;
  parent: Container | null;
  depth: number;
  /** Words in it, and how many of them are in links. */
  words: number;
  linkWords: number;
  /** The blocks in it are those from `firstBlock` up to, without, `endBlock`. */
  firstBlock: number;
  endBlock: number;
  children: Container[];
  /** Elements of the same name and classes beside it, itself included. */
  alike: number;
  /** The words of all of these. */
  alikeWords: number;
}

/** A run of text and inline elements with no block in between: the unit that is kept or left out. */
export interface Block {
  container: Container;
  /** The nodes of the run, siblings from `first` to `last`. */
  first: PageNode;
  last: PageNode;
  text: string;
  words: number;
  linkWords: number;
  links: number;
  hasImage: boolean;
}

export interface PageBlocks {
  root: Container;
  blocks: Block[];
}

/** Their content is one block, whatever is inside. */
function isAtomic({ name }: PageElement): boolean {
  return name === 'pre' || isHeading(name) || name === 'math' || name === 'button';
}

/** The elements that are, or hold, a block: text in them is not part of a run. */
function findBlockHolders(body: PageElement): Set<PageElement> {
  const holders = new Set<PageElement>();
  for (let node = following(body, body); node; node = following(node, body)) {
    if (node.nodeType !== 1 || !(blockNames.has(node.name) || node.name === 'button' || node.name === 'pre')) continue;
    // Once an element is known, so is everything around it.
    for (let at: PageElement | null = node; at && !holders.has(at); at = at.parent) holders.add(at);
  }
  return holders;
}

/** Chinese and Japanese have no spaces between words; two characters count as one word. */
const cjk = /[\u3040-\u30ff\u3400-\u9fff]/g;

export function countWords(text: string): number {
  let count = 0;
  let inWord = false;
  let wide = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isSpace = code <= 32 || code === 160;
    if (!isSpace && !inWord) count++;
    inWord = !isSpace;
    if (code >= 0x3040 && code <= 0x9fff) wide++;
  }
  return wide > 4 ? Math.max(count, Math.round((text.match(cjk)?.length ?? 0) / 2)) : count;
}

function newContainer(element: PageElement, parent: Container | null, firstBlock: number): Container {
  return {
    element,
    parent,
    depth: parent ? parent.depth + 1 : 0,
    words: 0,
    linkWords: 0,
    firstBlock,
    endBlock: firstBlock,
    children: [],
    alike: 1,
    alikeWords: 0,
  };
}

function isLink({ name, attribs }: PageElement): boolean {
  return name === 'a' && attribs['href'] !== undefined;
}

class BlockReader {
  readonly blocks: Block[] = [];
  private text = '';

  constructor(private readonly blockHolders: ReadonlySet<PageElement>) {}

  private addText(node: PageNode, block: Block, inLink: boolean): void {
    if (node.nodeType === 3) {
      this.text += node.data;
      if (inLink) block.linkWords += countWords(node.data);
      return;
    }
    const linked = isLink(node);
    if (linked) block.links++;
    if (node.name === 'img') block.hasImage = true;
    else if (node.name === 'br') this.text += ' ';
    for (let child = node.first; child; child = child.next) this.addText(child, block, inLink || linked);
  }

  private addBlock(container: Container, first: PageNode, last: PageNode, inLink: boolean): void {
    const block: Block = { container, first, last, text: '', words: 0, linkWords: 0, links: 0, hasImage: false };
    this.text = '';
    for (let node: PageNode | null = first; node; node = node === last ? null : node.next)
      this.addText(node, block, inLink);
    block.text = this.text.trim();
    block.words = countWords(block.text);
    if (inLink) block.links++;
    if (block.words > 0 || block.hasImage) this.blocks.push(block);
  }

  read(container: Container, inLink: boolean): void {
    const { element } = container;
    const linked = inLink || isLink(element);
    if (isAtomic(element)) {
      if (element.first && element.last) this.addBlock(container, element.first, element.last, linked);
    } else this.readRuns(container, linked);
    container.endBlock = this.blocks.length;
  }

  private readRuns(container: Container, inLink: boolean): void {
    let run: PageNode | null = null;
    for (let child = container.element.first; child; child = child.next) {
      if (child.nodeType === 3 || !this.blockHolders.has(child)) {
        run ??= child;
        if (!child.next) this.addBlock(container, run, child, inLink);
        continue;
      }
      if (run && child.prev) this.addBlock(container, run, child.prev, inLink);
      run = null;
      const inner = newContainer(child, container, this.blocks.length);
      this.read(inner, inLink);
      if (inner.endBlock > inner.firstBlock) container.children.push(inner);
    }
  }
}

/** Divides a page into blocks, in document order, and the containers that hold them. */
export function readBlocks(body: PageElement): PageBlocks {
  const reader = new BlockReader(findBlockHolders(body));
  const root = newContainer(body, null, 0);
  reader.read(root, false);
  sumWords(root, reader.blocks);
  return { root, blocks: reader.blocks };
}

/** Elements of the same name and first class beside each other are often the cards, rows or posts of a list. */
function countAlike(children: readonly Container[]): void {
  if (children.length < 2) return;
  const groups = new Map<string, Container[]>();
  for (const child of children) {
    const key = `${child.element.name} ${(child.element.attribs['class'] ?? '').trim().split(/\s+/, 1)[0] ?? ''}`;
    const group = groups.get(key);
    if (group) group.push(child);
    else groups.set(key, [child]);
  }
  for (const group of groups.values()) {
    const words = group.reduce((sum, child) => sum + child.words, 0);
    for (const child of group) {
      child.alike = group.length;
      child.alikeWords = words;
    }
  }
}

function sumWords(container: Container, blocks: readonly Block[]): void {
  let own = container.firstBlock;
  for (const child of container.children) {
    for (; own < child.firstBlock; own++) addWords(container, blocks[own]);
    sumWords(child, blocks);
    container.words += child.words;
    container.linkWords += child.linkWords;
    own = child.endBlock;
  }
  for (; own < container.endBlock; own++) addWords(container, blocks[own]);
  container.alikeWords = container.words;
  countAlike(container.children);
}

function addWords(container: Container, block: Block | undefined): void {
  container.words += block?.words ?? 0;
  container.linkWords += block?.linkWords ?? 0;
}
