import type { PageElement } from '../../../pages/tree/nodes.ts';
import type { Archive } from '../../archive.ts';
import { type Cell, escapeText, link } from '../../html.ts';
import { sheetHtml } from '../../sheets.ts';
import { allNamed, attribute, localName, numberOf, parseXml } from '../../xml.ts';
import { relationsOf } from '../relations.ts';

/** Further rows of a sheet, and further cells of all sheets, are cut, and a warning says so. */
const maxRows = 20_000;
const maxCells = 300_000;
/** Excel has 16,384 columns. */
const maxColumns = 1_000;

type CellText = (cell: PageElement) => string;

/** Reads one sheet after the other, within limits for all of them. */
export function createSheetReader(archive: Archive, cellText: CellText) {
  let cells = 0;
  let isCut = false;

  /** A row at a time, because the tree of a whole sheet takes many times the memory of its text. */
  function* rowsOf(xml: string): Generator<{ number: number; row: PageElement }> {
    const rows = /<(?:\w+:)?row\b[^>]*?(?:\/>|>[\s\S]*?<\/(?:\w+:)?row>)/g;
    let number = 0;
    for (const [source] of xml.matchAll(rows)) {
      const row = parseXml(source).children[0];
      if (!row) continue;
      number = numberOf(attribute(row, 'r'), number + 1);
      yield { number, row };
    }
  }

  async function read(part: string): Promise<string> {
    const xml = await archive.text(part);
    const links = await linksOf(archive, part, xml);
    const grid: Cell[][] = [];
    for (const { number, row } of rowsOf(xml)) {
      if (number > maxRows || cells >= maxCells) {
        isCut = true;
        break;
      }
      const written: Cell[] = [];
      let column = -1;
      for (const cell of row.children) {
        if (localName(cell) !== 'c') continue;
        const name = attribute(cell, 'r');
        column = name === undefined ? column + 1 : columnOf(name);
        if (column >= maxColumns) {
          isCut = true;
          break;
        }
        const text = cellText(cell).trim();
        written[column] = { html: link(name && links.get(name), escapeText(text).replace(/\n/g, '<br>')) };
        cells += 1;
      }
      grid[number - 1] = Array.from(written, (cell) => cell ?? { html: '' });
    }
    return sheetHtml(
      Array.from(grid, (row) => row ?? []),
      mergesOf(xml),
    );
  }

  return {
    read,
    warning: () =>
      isCut ? `Only the first ${maxRows} rows of a sheet and ${maxCells} cells of the workbook are shown.` : '',
  };
}

async function linksOf(archive: Archive, part: string, xml: string): Promise<Map<string, string>> {
  const source = /<(?:\w+:)?hyperlinks\b[\s\S]*?<\/(?:\w+:)?hyperlinks>/.exec(xml)?.[0];
  if (source === undefined) return new Map();
  const relations = await relationsOf(archive, part);
  return new Map(
    allNamed(parseXml(source), 'hyperlink').flatMap((each) => {
      const relation = relations.get(attribute(each, 'id') ?? '');
      return relation?.isExternal ? [[attribute(each, 'ref') ?? '', relation.target] as const] : [];
    }),
  );
}

function mergesOf(xml: string) {
  return [...xml.matchAll(/<(?:\w+:)?mergeCell\b[^>]*\bref="([A-Z]+)(\d+):([A-Z]+)(\d+)"/g)].map(
    ([, left = '', top = '', right = '', bottom = '']) => ({
      top: Number(top) - 1,
      left: columnOf(left),
      bottom: Number(bottom) - 1,
      right: columnOf(right),
    }),
  );
}

/** Of a name such as `BC12`, from 0. */
function columnOf(name: string): number {
  let column = 0;
  for (const letter of name) {
    if (letter < 'A' || letter > 'Z') break;
    column = column * 26 + letter.charCodeAt(0) - 64;
  }
  return column - 1;
}
