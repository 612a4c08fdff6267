import { median } from './geometry.ts';
import { isRightToLeft } from './rightToLeft.ts';
import type { Table } from './ruledTables.ts';
import { isMostly, type Line, lineText, runsOf } from './text.ts';

/** Lines that belong together. */
export interface TextBlock {
  kind: 'paragraph' | 'item' | 'code';
  lines: Line[];
  size: number;
  isBold: boolean;
  /** Of an item: whether it is numbered, and how far it is indented. */
  isNumbered: boolean;
  indent: number;
  /** Whether it stands at another angle than the page. */
  isAside: boolean;
}

export type Block = TextBlock | { kind: 'table'; table: Table };

const bullet = /^[•‣◦▪▫●○■□➢➤✓✔❖\u00b7\uf0b7\uf0a7]\s*\S|^[–—*-]\s+\S|^o\s+\p{Lu}/u;
const numbered = /^(?:\(?\d{1,3}[.)]|\(?[a-z][.)]|\(?[ivx]{1,4}[.)])\s+\S/i;
const leader = /(?:\s?[.…]){5,}\s*\S+$/;

const ideographic = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** The margins of a column and the distance of its lines. */
interface Column {
  start: number;
  end: number;
  spacing: number;
}

/** In the direction of reading: for text from right to left the margins change places. */
function startOf(line: Line): number {
  return isRightToLeft(runsOf(line)) ? -line.right : line.left;
}

function endOf(line: Line): number {
  return isRightToLeft(runsOf(line)) ? -line.left : line.right;
}

function columnOf(lines: readonly Line[]): Column {
  const distances: number[] = [];
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    if (!before || Math.abs(before.size - line.size) > 0.5) continue;
    const distance = line.baseline - before.baseline;
    if (distance > 0.8 * line.size && distance < 2.2 * line.size) distances.push(distance / line.size);
  }
  // The lines of a paragraph are closer than its neighbors are, so the lower quartile is theirs.
  const sorted = distances.toSorted((a, b) => a - b);
  const spacing = sorted[Math.floor(sorted.length / 4)] ?? 1.25;
  const ends = lines.map(endOf).toSorted((a, b) => a - b);
  return {
    start: median(lines.map(startOf)),
    end: ends[Math.floor(ends.length * 0.9)] ?? 0,
    spacing,
  };
}

/** Divides the lines and tables of a column into blocks. */
export function toBlocks(content: readonly (Line | Table)[]): Block[] {
  const column = columnOf(content.filter((each) => 'segments' in each));
  const blocks: Block[] = [];
  let open: TextBlock | undefined;
  for (const each of content) {
    if (!('segments' in each)) {
      blocks.push({ kind: 'table', table: each });
      open = undefined;
    } else if (open && belongsTo(open, each, column)) open.lines.push(each);
    else {
      open = openBlock(each);
      blocks.push(open);
    }
  }
  return blocks;
}

function openBlock(line: Line): TextBlock {
  const runs = runsOf(line);
  const text = lineText(line);
  const isNumbered = numbered.test(text);
  const isItem = isNumbered || bullet.test(text) || leader.test(text);
  // All characters of these scripts are equally wide.
  const isCode = isMostly(runs, ({ isMonospaced, text }) => isMonospaced && !ideographic.test(text));
  return {
    kind: isItem ? 'item' : isCode ? 'code' : 'paragraph',
    lines: [line],
    size: line.size,
    isBold: isMostly(runs, (run) => run.isBold),
    isNumbered,
    indent: startOf(line),
    isAside: false,
  };
}

function belongsTo(block: TextBlock, line: Line, { start, end, spacing }: Column): boolean {
  const before = block.lines.at(-1);
  const first = block.lines[0];
  if (!before || !first) return false;
  const next = openBlock(line);
  const size = Math.max(line.size, before.size);
  const distance = line.baseline - before.baseline;
  if (distance < 0 || Math.abs(line.size - block.size) > 0.12 * block.size) return false;
  if (block.kind === 'code' || next.kind === 'code') return block.kind === next.kind && distance < 3.2 * size;
  // Headings are set wider than the text below them.
  const isHeading = block.isBold && next.isBold && block.lines.length < 3 && lineText(first).length < 100;
  if (distance > (isHeading ? 1.6 : 1.3) * spacing * size) return false;
  if (next.kind === 'item' || next.isBold !== block.isBold) return false;
  const text = lineText(before);
  if (block.kind === 'item') {
    if (leader.test(text)) return false;
    // Below its own text, or unfinished and back at the margin.
    return next.indent > block.indent + 0.3 * size || (!/[.!?:]$/.test(text) && endOf(before) > end - 8 * size);
  }
  const isShort = endOf(before) < end - 0.2 * (end - start);
  if (isShort && /[.!?:]["”’)]?$/.test(text)) return false;
  const previous = startOf(before);
  const isIndented = next.indent > previous + 0.8 * size && next.indent < previous + 5 * size;
  // A line that is centered is indented too.
  return !(isIndented && !isCentered(block, line) && endOf(before) > end - 12 * size && previous < start + 2 * size);
}

function isCentered({ lines }: TextBlock, line: Line): boolean {
  const middle = (line.left + line.right) / 2;
  return lines.every(({ left, right }) => Math.abs((left + right) / 2 - middle) < 0.5 * line.size);
}
