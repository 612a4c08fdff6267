import type { PageElement } from './nodes.ts';

const sectionNames = new Set(['thead', 'tbody', 'tfoot']);

/** The rows of a table, without those of tables inside it. */
export function rowsOf(table: PageElement): PageElement[] {
  return table.children.flatMap((child) =>
    child.name === 'tr'
      ? [child]
      : sectionNames.has(child.name)
        ? child.children.filter(({ name }) => name === 'tr')
        : [],
  );
}

export function cellsOf(row: PageElement): PageElement[] {
  return row.children.filter(({ name }) => name === 'td' || name === 'th');
}
