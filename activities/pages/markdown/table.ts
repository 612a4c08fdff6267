import { findAll, findFirst, following, isElement, type PageElement } from '../tree/nodes.ts';
import { cellsOf, rowsOf } from '../tree/tableRows.ts';
import { type Footnotes, noFootnotes } from './footnotes.ts';
import { pipeTable } from './pipeTable.ts';
import { hasHeader } from './tableHeader.ts';

/** Writes the content of a cell as one line of Markdown. */
export type CellWriter = (cell: PageElement, footnotes: Footnotes) => string;

const maxColumns = 200;
const maxCells = 100_000;

/** A table with one of these in a cell is used for layout, unless it is marked as data. */
const layoutNames = new Set([
  'table',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'pre',
  'article',
  'section',
  'blockquote',
  'hr',
  'form',
]);

/** A table inside a cell that is longer than this makes the outer one a layout. */
const maxNestedText = 600;

function hasHeaderCell(table: PageElement): boolean {
  return rowsOf(table).some((row) => cellsOf(row).some(({ name }) => name === 'th'));
}

/** A table that contains tables is used for layout, unless it has header cells and the tables inside it are small. */
export function isLayoutAroundTables(table: PageElement): boolean {
  const inner = findAll(table, ({ name }) => name === 'table');
  return (
    inner.length > 0 && !(hasHeaderCell(table) && inner.every(({ textContent }) => textContent.length <= maxNestedText))
  );
}

/** A table inside a cell, as lines: a name and its value, or the cells of a row. */
export function nestedTableLines(table: PageElement, writeCell: CellWriter): string[] {
  return rowsOf(table).flatMap((row) => {
    const texts = cellsOf(row).map((cell) => writeCell(cell, noFootnotes));
    const filled = texts.filter((text) => text !== '');
    return filled.length > 0 ? [filled.join(texts.length === 2 ? ': ' : ', ')] : [];
  });
}

/** A table of data rather than for layout: two columns or more, and short cells without blocks. */
export function isDataTable(table: PageElement): boolean {
  if (/^(?:presentation|none)$/.test(table.attribs['role'] ?? '')) return false;
  const rows = rowsOf(table);
  const cells = rows.map(cellsOf);
  const widest = Math.max(0, ...cells.slice(0, 1000).map((row) => row.length));
  if (widest < 2) return false;
  const isMarked = hasHeaderCell(table) || table.children.some(({ name }) => name === 'caption' || name === 'thead');
  for (let node = following(table, table); node; node = following(node, table))
    if (isElement(node) && !isMarked && layoutNames.has(node.name)) return false;
  if (isMarked) return true;
  // A cell with long prose is a column of a layout.
  return rows.length > 1 && !cells.flat().some((cell) => cell.textContent.length > 600);
}

/** A name or a number says what its rows belong to; a paragraph would only be read again and again. */
const maxRepeatedLength = 100;

function spanOf(cell: PageElement, name: 'colspan' | 'rowspan', max: number): number {
  const value = Number.parseInt(cell.attribs[name] ?? '1', 10);
  return Number.isNaN(value) ? 1 : Math.min(Math.max(value, 1), max);
}

/**
 * The texts of the cells by row and column. A cell that spans rows is repeated in each of them, unless it is long; one
 * that spans columns is written once, and the other columns stay empty. Undefined if the spans make the table too large.
 */
function toGrid(
  rows: readonly PageElement[],
  cellText: (cell: PageElement) => string,
  honorSpans: boolean,
): string[][] | undefined {
  const grid: string[][] = rows.map(() => []);
  let total = 0;
  for (const [y, row] of rows.entries()) {
    let x = 0;
    for (const cell of cellsOf(row)) {
      while (grid[y]?.[x] !== undefined) x++;
      const width = honorSpans ? spanOf(cell, 'colspan', 1_000) : 1;
      const height = honorSpans ? spanOf(cell, 'rowspan', rows.length - y) : 1;
      total += width * height;
      if (honorSpans && (x + width > maxColumns || total > maxCells)) return undefined;
      const text = cellText(cell);
      for (const [dy, line] of grid.slice(y, y + height).entries())
        for (let dx = 0; dx < width; dx++)
          line[x + dx] ??= dx === 0 && (dy === 0 || text.length <= maxRepeatedLength) ? text : '';
      x += width;
    }
  }
  return grid;
}

export function tableMarkdown(table: PageElement, writeCell: CellWriter): string {
  const rows = rowsOf(table);
  const texts = new Map<PageElement, string>();
  function cellText(cell: PageElement): string {
    const text =
      texts.get(cell) ??
      writeCell(cell, noFootnotes)
        .replace(/\s*\n\s*/g, '<br>')
        .replace(/\|/g, '\\|');
    texts.set(cell, text);
    return text;
  }
  const grid = toGrid(rows, cellText, true) ?? toGrid(rows, cellText, false) ?? [];
  const filled = grid
    .map((line) => Array.from(line, (cell) => cell ?? ''))
    .filter((line) => line.some((cell) => cell !== ''));
  const width = Math.max(0, ...filled.map((line) => line.length));
  if (filled.length === 0 || width === 0) return '';
  const [header = [], ...body] = hasHeader(rows) ? filled : [[], ...filled];
  const caption = findFirst(table, ({ name }) => name === 'caption');
  const title = caption ? writeCell(caption, noFootnotes) : '';
  // A header is bold anyway.
  const names = header.map((name) => /^\*\*([^*]+)\*\*$/.exec(name)?.[1] ?? name);
  const markdown = pipeTable(names, body, width);
  return title ? `${title}\n\n${markdown}` : markdown;
}
