import { boxAround } from './geometry.ts';
import type { Table, TableCell } from './ruledTables.ts';
import type { Line, Segment } from './text.ts';

interface Column {
  left: number;
  right: number;
}

/** A row of a table may be this many times the size of its text below the one before. */
const maxRowGap = 3;
const maxColumns = 30;

/** Lines, with those that stand in columns together as tables. */
export function withAlignedTables(lines: readonly Line[]): (Line | Table)[] {
  const found: (Line | Table)[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at];
    if (!line) break;
    const end = line.segments.length > 1 ? endOfBlock(lines, at) : at;
    const table = end - at >= 2 ? tableOf(lines.slice(at, end)) : undefined;
    found.push(table ?? line);
    at = table ? end : at + 1;
  }
  return found;
}

/** The line after the last one of a block in which most lines have several segments. */
function endOfBlock(lines: readonly Line[], start: number): number {
  let end = start + 1;
  for (let at = start + 1; at < lines.length; at++) {
    const line = lines[at];
    const before = lines[at - 1];
    if (!line || !before || line.baseline - before.baseline > maxRowGap * Math.max(line.size, before.size)) break;
    if (line.segments.length > 1) end = at + 1;
    else if (at - end > 1) break;
  }
  // The last row may go on below.
  const next = lines[end];
  const last = lines[end - 1];
  if (next && last && next.segments.length === 1 && next.left > last.left + last.size && isTight(last, next)) end++;
  return end;
}

function isTight(before: Line, line: Line): boolean {
  return line.baseline - before.baseline < 1.35 * line.size;
}

/** Where no line of the block has any text is the space between two columns. */
function columnsOf(lines: readonly Line[]): Column[] {
  const segments = lines.filter((line) => line.segments.length > 1).flatMap((line) => line.segments);
  const columns: Column[] = [];
  for (const { left, right, size } of segments.toSorted((a, b) => a.left - b.left)) {
    const last = columns.at(-1);
    if (last && left < last.right + 0.4 * size) last.right = Math.max(last.right, right);
    else columns.push({ left, right });
  }
  return columns;
}

function columnAt(columns: readonly Column[], { left, right }: Segment): number | undefined {
  const over = columns.flatMap((column, index) => (left < column.right && right > column.left ? [index] : []));
  return over.length === 1 ? over[0] : undefined;
}

function tableOf(lines: readonly Line[]): Table | undefined {
  const columns = columnsOf(lines);
  const multiple = lines.filter((line) => line.segments.length > 1);
  if (columns.length < 2 || columns.length > maxColumns) return undefined;
  if (multiple.length < (columns.length === 2 ? 3 : 2)) return undefined;
  const rows: TableCell[][] = [];
  let filled = 0;
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    const places = line.segments.map((segment) => columnAt(columns, segment));
    if (places.includes(undefined)) return undefined;
    const isContinued = line.segments.length === 1 && before && isTight(before, line) && places[0] !== 0;
    const lastRow = rows.at(-1);
    const row =
      isContinued && lastRow ? lastRow : columns.map((): TableCell => ({ segments: [], colspan: 1, rowspan: 1 }));
    if (row !== lastRow) rows.push(row);
    for (const [at, place] of places.entries()) {
      const segment = line.segments[at];
      if (segment) row[place ?? 0]?.segments.push(segment);
    }
  }
  for (const row of rows) filled += row.filter(({ segments }) => segments.length > 0).length;
  if (filled < 0.5 * rows.length * columns.length || rows.length < 2) return undefined;
  return { ...boxAround(lines), rows };
}
