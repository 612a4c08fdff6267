import { following, isElement, type PageElement } from '../tree/nodes.ts';
import { cellsOf } from '../tree/tableRows.ts';

/** Rows that are compared with the first one. */
const maxComparedRows = 50;

/** Whether the first row of a table is its header, be it by its elements, its class or by how it looks. */
export function hasHeader(rows: readonly PageElement[]): boolean {
  const [first, ...rest] = rows;
  if (!first) return false;
  const cells = cellsOf(first);
  if (first.parent?.name === 'thead' || cells.every(({ name }) => name === 'th')) return true;
  if (rest.length === 0 || cells.length < 2 || cells.some((cell) => !/\S/.test(cell.textContent))) return false;
  if (cells.some(({ name }) => name === 'th')) return false;
  const others = rest.slice(0, maxComparedRows).map(cellsOf);
  return (
    isLabeled(first) ||
    (cells.every(isBold) && !others.some((row) => row.every(isBold))) ||
    isAboveNumbers(cells, others)
  );
}

function isLabeled(row: PageElement): boolean {
  return /(?:^|[\s_-])(?:head|header|heading|thead|colheads?)(?:$|[\s_-])/i.test(row.attribs['class'] ?? '');
}

/** Whether all of a cell's text is bold. */
export function isBold(cell: PageElement): boolean {
  let hasText = false;
  for (let node = following(cell, cell); node; ) {
    const isStrong = isElement(node) && (node.name === 'b' || node.name === 'strong');
    if (isStrong) hasText = true;
    else if (!isElement(node) && /\S/.test(node.data)) return false;
    node = following(node, cell, !isStrong);
  }
  return hasText;
}

/** A row of words above at least one column that has nothing but numbers. */
function isAboveNumbers(cells: readonly PageElement[], others: readonly PageElement[][]): boolean {
  if (others.length < 2 || cells.some(isNumber)) return false;
  return cells.some((_, column) => others.every((row) => row[column] !== undefined && isNumber(row[column])));
}

function isNumber(cell: PageElement): boolean {
  const text = cell.textContent.trim();
  return text.length < 30 && /^[\p{Sc}+−–-]?\s?\d[\d\s.,:/%\p{Sc}-]*$/u.test(text);
}
