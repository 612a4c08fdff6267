import type { PageElement } from '../../pages/tree/nodes.ts';
import type { Cell } from '../html.ts';
import { attribute, localName, numberOf } from '../xml.ts';

/** A sheet may say that its last row is repeated a million times. */
const maxRows = 20_000;
const maxColumns = 1_000;
const maxCells = 300_000;

interface Rows {
  rows: Cell[][];
  isCut: boolean;
}

/** The rows of a table, with repeated rows and cells written out where they have content. */
export function rowsOf(table: PageElement, contentOf: (cell: PageElement) => string): Rows {
  const rows: Cell[][] = [];
  let cells = 0;
  let isCut = false;

  function addRow(row: PageElement): void {
    const written: Cell[] = [];
    for (const cell of row.children) {
      // The places that a merged cell covers are there as cells of their own kind.
      if (localName(cell) === 'covered-table-cell') continue;
      if (localName(cell) !== 'table-cell') continue;
      const html = contentOf(cell).replace(/^<p>((?:(?!<\/?p>).)*)<\/p>$/s, '$1');
      const repeated = Math.min(numberOf(attribute(cell, 'number-columns-repeated'), 1), maxColumns - written.length);
      const spans = {
        colspan: numberOf(attribute(cell, 'number-columns-spanned'), 1),
        rowspan: numberOf(attribute(cell, 'number-rows-spanned'), 1),
      };
      for (let time = 0; time < repeated; time++) written.push({ html, ...spans });
    }
    while (written.at(-1)?.html === '') written.pop();
    const repeated = written.length === 0 ? 1 : numberOf(attribute(row, 'number-rows-repeated'), 1);
    for (let time = 0; time < repeated; time++) {
      if (rows.length >= maxRows || cells >= maxCells) {
        isCut = true;
        return;
      }
      rows.push(written);
      cells += written.length;
    }
  }
  function walk(parent: PageElement): void {
    for (const child of parent.children) {
      if (isCut) return;
      if (localName(child) === 'table-row') addRow(child);
      else if (/^table-(?:header-rows|row-group|rows)$/.test(localName(child))) walk(child);
    }
  }
  walk(table);
  return { rows, isCut };
}
