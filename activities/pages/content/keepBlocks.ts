import { detach } from '../tree/edit.ts';
import { isHeading } from '../tree/elementNames.ts';
import type { PageElement, PageNode } from '../tree/nodes.ts';
import type { Block, Container, PageBlocks } from './model/blocks.ts';

/** How far above a picture its text is looked for. */
const maxPictureSteps = 4;

function isBlank(node: PageNode): boolean {
  return node.nodeType === 3 && !/\S/.test(node.data);
}

/** Removes an element that has become empty, and those around it that have nothing else. */
function removeEmpty(element: PageElement, root: PageElement): void {
  for (let at: PageElement | null = element; at && at !== root; ) {
    const { parent }: { parent: PageElement | null } = at;
    // Blanks at the start mean nothing, and without them the next look at a long list is short.
    while (at.first && isBlank(at.first)) detach(at.first);
    if (!parent || at.first) return;
    detach(at);
    at = parent;
  }
}

function removeBlock({ first, last, container }: Block, root: PageElement): void {
  for (let node: PageNode | null = first; node; ) {
    const next: PageNode | null = node === last ? null : node.next;
    detach(node);
    node = next;
  }
  removeEmpty(container.element, root);
}

/** A picture is kept with the text it is next to. */
function keepsPicture({ container }: Block, keptUpTo: Int32Array, wordsUpTo: Int32Array): boolean {
  let at: Container | null = container;
  for (let step = 0; at && step <= maxPictureSteps; at = at.parent, step++) {
    const { firstBlock, endBlock } = at;
    if ((wordsUpTo[endBlock] ?? 0) > (wordsUpTo[firstBlock] ?? 0))
      return (keptUpTo[endBlock] ?? 0) > (keptUpTo[firstBlock] ?? 0);
  }
  return false;
}

/** The rows of a table are kept or removed as a whole, because half a row says something else. */
function decideByRow({ blocks }: PageBlocks, kept: boolean[]): void {
  const done = new Set<Container>();
  for (const { container } of blocks) {
    const { name } = container.element;
    const row = name === 'td' || name === 'th' ? container.parent : null;
    if (row?.element.name !== 'tr' || done.has(row)) continue;
    done.add(row);
    let words = 0;
    for (let at = row.firstBlock; at < row.endBlock; at++) if (kept[at]) words += blocks[at]?.words ?? 0;
    const isKept = words * 2 >= row.words;
    for (let at = row.firstBlock; at < row.endBlock; at++) kept[at] = isKept && (blocks[at]?.words ?? 0) > 0;
  }
}

/** How many blocks after a heading are looked at for what it announces. */
const maxHeadingDistance = 2;

/** A heading is kept with what follows it, and the only title of a page with the page. */
function keepHeadings({ blocks }: PageBlocks, kept: boolean[]): void {
  const titles = blocks.filter(({ container }) => container.element.name === 'h1');
  for (const [at, block] of blocks.entries()) {
    if (block.words === 0 || !isHeading(block.container.element.name)) continue;
    const isOnlyTitle = titles.length === 1 && titles[0] === block;
    if (isOnlyTitle || kept.slice(at + 1, at + 1 + maxHeadingDistance).includes(true)) kept[at] = true;
  }
}

/** Removes from a page the blocks that are not kept. Returns false, and changes nothing, if none is kept. */
export function keepBlocks(page: PageBlocks, decisions: readonly boolean[]): boolean {
  const { root, blocks } = page;
  const kept = [...decisions];
  decideByRow(page, kept);
  if (!kept.includes(true)) return false;
  keepHeadings(page, kept);
  const keptUpTo = new Int32Array(blocks.length + 1);
  const wordsUpTo = new Int32Array(blocks.length + 1);
  for (const [at, { words }] of blocks.entries()) {
    keptUpTo[at + 1] = (keptUpTo[at] ?? 0) + (kept[at] ? words : 0);
    wordsUpTo[at + 1] = (wordsUpTo[at] ?? 0) + words;
  }
  for (const [at, block] of blocks.entries()) {
    const isKept = block.words > 0 ? kept[at] : keepsPicture(block, keptUpTo, wordsUpTo);
    if (!isKept) removeBlock(block, root.element);
  }
  return true;
}
