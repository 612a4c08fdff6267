import { detach } from '../tree/edit.ts';
import { isHeading } from '../tree/elementNames.ts';
import type { PageNode } from '../tree/nodes.ts';
import type { Block, Container, PageBlocks } from './model/blocks.ts';
import type { PageKind } from './model/pageKinds.ts';

/** How far above a picture its text is looked for. */
const maxPictureSteps = 4;

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

const maxBlocksPerCell = 2;

/** The rows of a table are kept or removed as a whole, because half a row says something else. */
function decideByRow({ blocks }: PageBlocks, kept: boolean[]): void {
  const done = new Set<Container>();
  for (const { container } of blocks) {
    const { name } = container.element;
    const row = name === 'td' || name === 'th' ? container.parent : null;
    if (row?.element.name !== 'tr' || done.has(row)) continue;
    done.add(row);
    // A row with more in it lays out the page.
    if (row.endBlock - row.firstBlock > maxBlocksPerCell * row.children.length) continue;
    let words = 0;
    for (let at = row.firstBlock; at < row.endBlock; at++) if (kept[at]) words += blocks[at]?.words ?? 0;
    const isKept = words * 2 >= row.words;
    for (let at = row.firstBlock; at < row.endBlock; at++) kept[at] = isKept && (blocks[at]?.words ?? 0) > 0;
  }
}

/** Shorter texts, such as prices, may be the same in every card of a list. */
const minRepeatedWords = 5;

/**
 * A text that the page has again is kept once: pages repeat cards for narrow screens, and threads quote the posts that
 * they answer. Code and cells of tables mean something where they are.
 */
function dropRepeated({ blocks }: PageBlocks, kept: boolean[]): void {
  const seen = new Set<string>();
  for (const [at, { container, text, words }] of blocks.entries()) {
    const { name } = container.element;
    if (!kept[at] || words < minRepeatedWords || name === 'pre' || name === 'td' || name === 'th') continue;
    const normalized = text.replace(/\s+/g, ' ');
    if (seen.has(normalized)) kept[at] = false;
    seen.add(normalized);
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
export function keepBlocks(page: PageBlocks, decisions: readonly boolean[], kind: PageKind): boolean {
  const { root, blocks } = page;
  const kept = [...decisions];
  decideByRow(page, kept);
  // A manual says the same of each of its entries.
  if (kind !== 'documentation') dropRepeated(page, kept);
  if (!kept.includes(true)) return false;
  keepHeadings(page, kept);
  const keptUpTo = new Int32Array(blocks.length + 1);
  const wordsUpTo = new Int32Array(blocks.length + 1);
  for (const [at, { words }] of blocks.entries()) {
    keptUpTo[at + 1] = (keptUpTo[at] ?? 0) + (kept[at] ? words : 0);
    wordsUpTo[at + 1] = (wordsUpTo[at] ?? 0) + words;
  }
  for (const [at, block] of blocks.entries())
    if (block.words === 0) kept[at] = keepsPicture(block, keptUpTo, wordsUpTo);
  const countUpTo = new Int32Array(blocks.length + 1);
  for (let at = 0; at < blocks.length; at++) countUpTo[at + 1] = (countUpTo[at] ?? 0) + (kept[at] ? 1 : 0);
  for (const [at, block] of blocks.entries()) if (!kept[at]) removeNodes(block);
  removeEmpty(root, countUpTo);
  return true;
}

function removeNodes({ first, last }: Block): void {
  for (let node: PageNode | null = first; node; ) {
    const next: PageNode | null = node === last ? null : node.next;
    detach(node);
    node = next;
  }
}

/** Removes the containers of which no block is kept. `keptUpTo` has the number of kept blocks before each. */
function removeEmpty(container: Container, keptUpTo: Int32Array): void {
  for (const child of container.children) {
    const { name } = child.element;
    if (keptUpTo[child.firstBlock] !== keptUpTo[child.endBlock]) removeEmpty(child, keptUpTo);
    // Without an empty cell, the rest of its row would move to the left.
    else if (name !== 'td' && name !== 'th') detach(child.element);
  }
}
