import type { Block, TextBlock } from './blocks.ts';
import { blockText } from './headings.ts';

/**
 * Joins a paragraph that ends in the middle of a sentence with the one that goes on in the next column or on the next
 * page. Notes at the foot of a page are set smaller, so they are passed over.
 */
export function joinParts(parts: readonly (readonly Block[])[], headings: ReadonlyMap<Block, number>): Block[] {
  const joined: Block[] = [];
  for (const part of parts) {
    const [first, ...rest] = part;
    if (!first) continue;
    const open =
      first.kind === 'paragraph' && !headings.has(first) ? openParagraph(joined, first, headings) : undefined;
    if (open && first.kind === 'paragraph') {
      open.lines.push(...first.lines);
      joined.push(...rest);
    } else joined.push(...part);
  }
  return joined;
}

/** How many blocks there may be between the two. */
const reach = 6;

function openParagraph(
  joined: readonly Block[],
  next: TextBlock,
  headings: ReadonlyMap<Block, number>,
): TextBlock | undefined {
  if (!/^[\p{Ll}\p{Lo}]/u.test(blockText(next))) return undefined;
  for (const block of joined.slice(-reach).toReversed()) {
    if (block.kind === 'table' || block.kind === 'code' || block.isAside) continue;
    if (headings.has(block)) return undefined;
    if (Math.abs(block.size - next.size) > 0.6) continue;
    return /[.!?:;。]["”’)\]]?$/.test(blockText(block)) ? undefined : block;
  }
  return undefined;
}
