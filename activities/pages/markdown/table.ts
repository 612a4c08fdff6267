import { findFirst, following, isElement, type PageElement } from '../tree/nodes.ts';
import { type Footnotes, noFootnotes } from './footnotes.ts';

/** A cell's content as one line of markdown. */
export type RenderCell = (cell: PageElement, footnotes: Footnotes) => string;

const maxColumns = 200;
const maxCells = 100_000;

const sections = new Set(['thead', 'tbody', 'tfoot']);

function rowsOf(table: PageElement): PageElement[] {
  return table.children.flatMap((child) =>
    child.name === 'tr' ? [child] : sections.has(child.name) ? child.children.filter(({ name }) => name === 'tr') : [],
  );
}

function cellsOf(row: PageElement): PageElement[] {
  return row.children.filter(({ name }) => name === 'td' || name === 'th');
}

const blocksInside = new Set([
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

/** A table around tables lays out a page. */
export function holdsTable(table: PageElement): boolean {
  return findFirst(table, ({ name }) => name === 'table') !== undefined;
}

/** A table of data, not one that lays out a page: two columns or more, and cells that are short and flat. */
export function isDataTable(table: PageElement): boolean {
  if (/^(?:presentation|none)$/.test(table.attribs['role'] ?? '')) return false;
  const rows = rowsOf(table);
  const cells = rows.map(cellsOf);
  const widest = Math.max(0, ...cells.slice(0, 1000).map((row) => row.length));
  if (widest < 2) return false;
  const isMarked =
    cells.some((row) => row.some(({ name }) => name === 'th')) ||
    table.children.some(({ name }) => name === 'caption' || name === 'thead');
  for (let node = following(table, table); node; node = following(node, table))
    if (isElement(node) && !isMarked && blocksInside.has(node.name)) return false;
  if (isMarked) return true;
  // Long prose in a cell is a layout's column.
  return rows.length > 1 && !cells.flat().some((cell) => cell.textContent.length > 600);
}

function span(cell: PageElement, name: 'colspan' | 'rowspan', most: number): number {
  const value = Number.parseInt(cell.attribs[name] ?? '1', 10);
  return Number.isNaN(value) ? 1 : Math.min(Math.max(value, 1), most);
}

/**
 * A cell that spans rows is said in each of them; one that spans columns is said once, the rest left empty.
 * Nothing where the spans do not fit into a table that anyone could read.
 */
function spread(
  rows: readonly PageElement[],
  textOf: (cell: PageElement) => string,
  honour: boolean,
): string[][] | undefined {
  const grid: string[][] = rows.map(() => []);
  let total = 0;
  for (const [y, row] of rows.entries()) {
    let x = 0;
    for (const cell of cellsOf(row)) {
      while (grid[y]?.[x] !== undefined) x++;
      const width = honour ? span(cell, 'colspan', 1_000) : 1;
      const height = honour ? span(cell, 'rowspan', rows.length - y) : 1;
      total += width * height;
      if (honour && (x + width > maxColumns || total > maxCells)) return undefined;
      const text = textOf(cell);
      for (const line of grid.slice(y, y + height))
        for (let dx = 0; dx < width; dx++) line[x + dx] ??= dx === 0 ? text : '';
      x += width;
    }
  }
  return grid;
}

export function tableMarkdown(table: PageElement, renderCell: RenderCell): string {
  const rows = rowsOf(table);
  const texts = new Map<PageElement, string>();
  function textOf(cell: PageElement): string {
    const text =
      texts.get(cell) ??
      renderCell(cell, noFootnotes)
        .replace(/\s*\n\s*/g, '<br>')
        .replace(/\|/g, '\\|');
    texts.set(cell, text);
    return text;
  }
  const grid = spread(rows, textOf, true) ?? spread(rows, textOf, false) ?? [];
  const filled = grid
    .map((line) => Array.from(line, (cell) => cell ?? ''))
    .filter((line) => line.some((cell) => cell !== ''));
  const width = Math.max(0, ...filled.map((line) => line.length));
  if (filled.length === 0 || width === 0) return '';
  const first = rows[0];
  const headed =
    first !== undefined && (first.parent?.name === 'thead' || cellsOf(first).every(({ name }) => name === 'th'));
  const [header = [], ...body] = headed ? filled : [[], ...filled];
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, at) => cells[at] ?? '').join(' | ')} |`;
  const caption = findFirst(table, ({ name }) => name === 'caption');
  const title = caption ? renderCell(caption, noFootnotes) : '';
  return [...(title ? [title, ''] : []), line(header), `|${' --- |'.repeat(width)}`, ...body.map(line)].join('\n');
}
