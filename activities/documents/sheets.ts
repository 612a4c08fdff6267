import { type Cell, element, table } from './html.ts';

/** A range of merged cells, with its last row and column. */
export interface Merge {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/**
 * The cells of a sheet as tables. A blank row separates two of them, as it does for a reader, and a cell that stands alone
 * in its row, outside of any table, is a line of text.
 */
export function sheetHtml(rows: readonly (readonly Cell[])[], merges: readonly Merge[]): string {
  const spanned = withSpans(rows, merges);
  const parts: string[] = [];
  let block: (Cell | undefined)[][] = [];
  function end(): void {
    if (block.length > 0) parts.push(blockHtml(block));
    block = [];
  }
  for (const row of spanned) {
    if (row.some((cell) => cell !== undefined && cell.html !== '')) block.push(row);
    else end();
  }
  end();
  return parts.join('');
}

function blockHtml(rows: readonly (Cell | undefined)[][]): string {
  const left = Math.min(
    ...rows.map((row) =>
      Math.max(
        0,
        row.findIndex((cell) => cell && cell.html !== ''),
      ),
    ),
  );
  const trimmed = rows.map((row) => row.slice(left).filter((cell) => cell !== undefined));
  const alone = trimmed
    .map((row) => row.filter(({ html }) => html !== ''))
    .map((row) => (row.length === 1 ? row[0] : undefined));
  const firstOfTable = alone.indexOf(undefined);
  const titles = firstOfTable < 0 ? alone : alone.slice(0, firstOfTable);
  // A column of single cells is a table with one column, unless it is only a line or two.
  if (firstOfTable < 0 && rows.length > 2) return table(trimmed);
  const lines = titles.map((cell) => element('p', cell?.html ?? '')).join('');
  return lines + (firstOfTable < 0 ? '' : table(trimmed.slice(firstOfTable)));
}

/** The first cell of each range gets its spans; the places of the others are left out. */
function withSpans(rows: readonly (readonly Cell[])[], merges: readonly Merge[]): (Cell | undefined)[][] {
  const grid: (Cell | undefined)[][] = rows.map((row) => [...row]);
  for (const { top, left, bottom, right } of merges) {
    const first = grid[top]?.[left];
    if (!first || first.html === '') continue;
    const lastRow = Math.min(bottom, grid.length - 1);
    grid[top]?.splice(left, 1, { ...first, colspan: right - left + 1, rowspan: lastRow - top + 1 });
    for (let y = top; y <= lastRow; y++) {
      const row = grid[y];
      for (let x = left; row && x <= Math.min(right, row.length - 1); x++)
        if (y !== top || x !== left) row[x] = undefined;
    }
  }
  return grid;
}
