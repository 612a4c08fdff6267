import type { Block, TextBlock } from './blocks.ts';
import type { OutlineEntry } from './outline.ts';
import { lineText } from './text.ts';

const maxLength = 200;
const maxLines = 4;

export function blockText({ lines }: TextBlock): string {
  return lines.map(lineText).join(' ');
}

/** For comparing a heading with its entry in the outline, which may lack the number or the punctuation. */
function keyOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/^[\d.\s]+(?=\p{L})/u, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** The size that most of the text has. */
export function bodySizeOf(blocks: readonly Block[]): number {
  const lengths = new Map<number, number>();
  for (const block of blocks) {
    if (block.kind === 'table') continue;
    const size = roundSize(block.size);
    lengths.set(size, (lengths.get(size) ?? 0) + blockText(block).length);
  }
  let body = 0;
  let longest = 0;
  for (const [size, length] of lengths)
    if (length > longest) {
      longest = length;
      body = size;
    }
  return body;
}

function roundSize(size: number): number {
  return Math.round(size * 2) / 2;
}

/** The level of each heading, from its place in the outline, else from its size and weight. */
export function headingLevels(blocks: readonly Block[], outline: readonly OutlineEntry[]): Map<Block, number> {
  const body = bodySizeOf(blocks);
  const entries = new Map(outline.map(({ title, depth }) => [keyOf(title), depth]));
  const isBodyBold = boldShare(blocks) > 0.4;
  const found: { block: TextBlock; depth: number | undefined; rank: number }[] = [];
  for (const [index, block] of blocks.entries()) {
    if (block.kind === 'table' || block.kind === 'code' || block.isAside || block.lines.length > maxLines) continue;
    const text = blockText(block);
    if (text.length > maxLength || !/\p{L}/u.test(text)) continue;
    const depth = entries.get(keyOf(text));
    const isLarge = block.size >= 1.14 * body && (block.kind !== 'item' || block.isNumbered);
    const isOutlined = depth !== undefined && (block.isBold || block.size > 1.02 * body || block.lines.length === 1);
    if (isOutlined || isLarge || (!isBodyBold && isBoldHeading(block, text, body, blocks[index + 1])))
      found.push({ block, depth, rank: roundSize(isLarge ? block.size : body) });
  }
  const ranks = [...new Set(found.map(({ rank }) => rank))].toSorted((a, b) => b - a);
  const levelOf = (rank: number) => Math.min(ranks.indexOf(rank) + 1, 6);
  const shift = outlineShift(found, levelOf);
  return new Map(
    found.map(({ block, depth, rank }) => [block, depth === undefined ? levelOf(rank) : Math.min(depth + shift, 6)]),
  );
}

/** What the depths of the outline begin with: a title above all chapters is in no outline. */
function outlineShift(
  found: readonly { depth: number | undefined; rank: number }[],
  levelOf: (rank: number) => number,
): number {
  const top = found.filter(({ depth }) => depth === 0);
  const isBelowTitle = top.length > 0 && top.every(({ rank }) => levelOf(rank) > 1);
  return isBelowTitle ? 2 : 1;
}

function boldShare(blocks: readonly Block[]): number {
  let bold = 0;
  let all = 1;
  for (const block of blocks) {
    if (block.kind === 'table') continue;
    const { length } = blockText(block);
    all += length;
    if (block.isBold) bold += length;
  }
  return bold / all;
}

/** A short bold line of its own above text that is not bold. */
function isBoldHeading(block: TextBlock, text: string, body: number, next: Block | undefined): boolean {
  if (!block.isBold || block.size < 0.95 * body || block.lines.length > 2 || text.length > 120) return false;
  if (/[.,;]$/.test(text) || (block.kind === 'item' && !block.isNumbered)) return false;
  return next !== undefined && (next.kind === 'table' || !next.isBold || next.size < block.size - 0.4);
}
