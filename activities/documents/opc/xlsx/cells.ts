import type { PageElement } from '../../../pages/tree/nodes.ts';
import { allNamed, attribute, childAt, numberOf } from '../../xml.ts';
import type { NumberFormat } from './numberFormats.ts';
import { numberText } from './numbers.ts';

interface Workbook {
  strings: readonly string[];
  /** By the number of a cell's style. */
  formats: readonly NumberFormat[];
  /** Whether days are counted from 1904 on, as on old Macs. */
  is1904: boolean;
}

/** The text that a reader of the sheet sees in a cell, as far as it matters: dates as dates, not the number behind them. */
export function createCellReader({ strings, formats, is1904 }: Workbook): (cell: PageElement) => string {
  return (cell) => {
    const value = childAt(cell, 'v')?.textContent ?? '';
    switch (attribute(cell, 't')) {
      case 's':
        return strings[numberOf(value, -1)] ?? '';
      case 'inlineStr':
        return allNamed(cell, 't')
          .map(({ textContent }) => textContent)
          .join('');
      case 'b':
        return value === '1' ? 'TRUE' : 'FALSE';
      case 'str':
      case 'e':
      case 'd':
        return value;
      default:
        return numberText(value, { format: formats[numberOf(attribute(cell, 's'), 0)] ?? 'general', is1904 });
    }
  };
}
