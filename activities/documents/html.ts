/** Writing HTML. What documents contain is text, never markup. */
import { escapeAttribute, escapeText } from '../pages/tree/serialize.ts';

export { escapeText };

export interface Cell {
  html: string;
  colspan?: number;
  rowspan?: number;
}

export function element(name: string, html: string, attributes: Record<string, string | number> = {}): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeAttribute(String(value))}"`);
  return `<${name}${written.join('')}>${html}</${name}>`;
}

/** The first row is the header. Rows and columns without any content at the end are dropped. */
export function table(rows: readonly (readonly Cell[])[]): string {
  const filled = rows.slice(0, rows.findLastIndex((row) => row.some(({ html }) => html !== '')) + 1);
  const width = Math.max(0, ...filled.map(filledWidth));
  if (width === 0) return '';
  const written = filled.map((row, at) =>
    element(
      'tr',
      row
        .slice(0, width)
        .map((cell) => cellOf(at === 0 ? 'th' : 'td', cell))
        .join(''),
    ),
  );
  return element('table', written.join(''));
}

function filledWidth(row: readonly Cell[]): number {
  return row.findLastIndex(({ html }) => html !== '') + 1;
}

function cellOf(name: string, { html, colspan = 1, rowspan = 1 }: Cell): string {
  return element(name, html, { ...(colspan > 1 && { colspan }), ...(rowspan > 1 && { rowspan }) });
}

export function link(href: string | undefined, html: string): string {
  return href && html ? element('a', html, { href }) : html;
}

/** An image inside a document has no address, so it is only named. */
export function imageName(description: string | undefined, file: string | undefined): string {
  const name = file?.split('/').pop();
  const text = description?.trim().replace(/\s+/g, ' ') || name;
  if (!text) return '';
  return element('em', escapeText(`Image: ${text}${name && name !== text ? ` (${name})` : ''}`));
}
