import { withAlignedTables } from './alignedTables.ts';
import { type Block, toBlocks } from './blocks.ts';
import { inReadingOrder, type Placed } from './columns.ts';
import { toLines } from './lines.ts';
import type { PageContent } from './readPage.ts';
import { type Table, takeRuledTables } from './ruledTables.ts';
import { withoutRunningHeads } from './runningHeads.ts';
import { toSegments } from './segments.ts';
import { type Line, type Run, type Segment, textOf } from './text.ts';

type Piece = Placed & ({ segment: Segment } | { table: Table });

function placeSegment(segment: Segment): Piece {
  const { left, right, top, bottom } = segment;
  const text = textOf(segment.runs);
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return { left, right, top, bottom, segment, length: text.length, isProse: letters > 0.6 * text.length };
}

function placeTable(table: Table): Piece {
  const { left, right, top, bottom } = table;
  return { left, right, top, bottom, table, length: 100, isProse: true };
}

/** Lines and ruled tables of a column, from top to bottom. */
function columnContent(pieces: readonly Piece[]): (Line | Table)[] {
  const tables = pieces.flatMap((piece) => ('table' in piece ? [piece.table] : [])).toSorted((a, b) => a.top - b.top);
  const segments = pieces.flatMap((piece) => ('segment' in piece ? [piece.segment] : []));
  const content: (Line | Table)[] = [];
  let rest = toLines(segments);
  for (const table of tables) {
    const above = rest.filter((line) => line.baseline < (table.top + table.bottom) / 2);
    content.push(...withAlignedTables(above), table);
    rest = rest.slice(above.length);
  }
  return [...content, ...withAlignedTables(rest)];
}

function asideBlocks(turned: readonly Run[]): Block[] {
  const blocks = toSegments(turned).flatMap((segment) => toBlocks(toLines([segment])));
  return blocks.map((block) => (block.kind === 'table' ? block : { ...block, isAside: true }));
}

/** The columns of each page in reading order, each as its blocks. */
export function layOut(pages: readonly PageContent[]): Block[][] {
  const segmented = pages.map((page) => ({ ...page, segments: toSegments(page.runs) }));
  return withoutRunningHeads(segmented).flatMap(({ segments, rules, turned }) => {
    const { tables, rest } = takeRuledTables(rules, segments);
    const pieces = [...rest.map(placeSegment), ...tables.map(placeTable)];
    const parts = inReadingOrder(pieces).map((part) => toBlocks(columnContent(part)));
    return turned.length > 0 ? [...parts, asideBlocks(turned)] : parts;
  });
}
