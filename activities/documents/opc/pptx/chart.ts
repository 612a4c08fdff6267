import type { PageElement } from '../../../pages/tree/nodes.ts';
import { type Cell, element, escapeText, table } from '../../html.ts';
import { allNamed, attribute, childAt, firstNamed, numberOf } from '../../xml.ts';
import { meaningOf } from '../xlsx/numberFormats.ts';
import { numberText } from '../xlsx/numbers.ts';

const maxPoints = 1_000;

/** The numbers of a chart as a table: a row for each category, a column for each series. */
export function chartHtml(chart: PageElement): string {
  const titleText = firstNamed(chart, 'title');
  const title = titleText
    ? allNamed(titleText, 't')
        .map(({ textContent }) => textContent)
        .join('')
    : '';
  const series = allNamed(chart, 'ser');
  const epoch = firstNamed(chart, 'date1904');
  const is1904 = epoch !== undefined && attribute(epoch, 'val') !== '0';
  const names = series.map((each) => valuesOf(childAt(each, 'tx'), is1904).get(0) ?? '');
  const categories = valuesOf(series[0] && (childAt(series[0], 'cat') ?? childAt(series[0], 'xVal')), is1904);
  const values = series.map((each) => valuesOf(childAt(each, 'val') ?? childAt(each, 'yVal'), is1904));
  const points = Math.min(maxPoints, Math.max(0, ...values.map((each) => Math.max(-1, ...each.keys()) + 1)));
  const rows = Array.from({ length: points }, (_, at) => [
    cell(categories.get(at)),
    ...values.map((each) => cell(each.get(at))),
  ]);
  if (points === 0) return '';
  return (title && element('h3', escapeText(title))) + table([[cell(''), ...names.map(cell)], ...rows]);
}

function cell(text = ''): Cell {
  return { html: escapeText(text) };
}

/** What the chart keeps of the sheet behind it, by the number of the point. */
function valuesOf(reference: PageElement | undefined, is1904: boolean): Map<number, string> {
  if (!reference) return new Map();
  const points = allNamed(reference, 'pt').slice(0, maxPoints);
  const shared = firstNamed(reference, 'formatCode')?.textContent ?? '';
  return new Map(
    points.map((point) => {
      const text = childAt(point, 'v')?.textContent ?? '';
      const format = meaningOf(attribute(point, 'formatCode') ?? shared);
      return [numberOf(attribute(point, 'idx'), 0), format === 'general' ? text : numberText(text, { format, is1904 })];
    }),
  );
}
