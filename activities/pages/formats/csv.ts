import { pipeTable } from '../markdown/pipeTable.ts';

/** Further rows are cut, and a warning says so. */
const maxRows = 20_000;

/** In the order in which they are preferred. */
const separators = [',', ';', '\t', '|'];
const sniffedLength = 10_000;

/** RFC 4180: quoted fields may hold separators, line breaks and doubled quotes. */
function parse(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let isQuoted = false;
  for (let at = 0; at < text.length && rows.length <= maxRows; at++) {
    const char = text[at];
    if (isQuoted) {
      if (char !== '"') field += char;
      else if (text[at + 1] === '"') {
        field += '"';
        at++;
      } else isQuoted = false;
    } else if (char === '"' && field === '') isQuoted = true;
    else if (char === separator) {
      row.push(field);
      field = '';
    } else if (char === '\n') {
      row.push(field);
      rows.push(row);
      row = [];
      field = '';
    } else field += char;
  }
  if (field !== '' || row.length > 0) rows.push([...row, field]);
  return rows;
}

function separatorOf(text: string, type: string): string {
  if (type === 'text/tab-separated-values') return '\t';
  const sample = text.slice(0, sniffedLength);
  // The last row of the sample may be cut off.
  const rows = (separator: string) => parse(sample, separator).slice(0, text.length > sniffedLength ? -1 : undefined);
  const [best] = separators
    .map((separator) => ({ separator, ...regularity(rows(separator)) }))
    .toSorted((a, b) => b.share - a.share || b.columns - a.columns);
  return best?.separator ?? ',';
}

/** How many of the rows have as many columns as most of them; none of them if that is only one. */
function regularity(rows: readonly (readonly string[])[]): { share: number; columns: number } {
  const filled = rows.filter((row) => row.length > 1 || row[0]?.trim());
  const counts = new Map<number, number>();
  for (const { length } of filled) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [columns = 0, rowsWith = 0] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  return { columns, share: columns > 1 ? rowsWith / filled.length : 0 };
}

function cellMarkdown(text: string): string {
  return text
    .replace(/[\\|<]/g, '\\$&')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('<br>');
}

export function csvMarkdown(source: string, type: string): { markdown: string; warning?: string } {
  const text = source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const rows = parse(text, separatorOf(text, type)).filter((row) => row.some((field) => field.trim() !== ''));
  const kept = rows.slice(0, maxRows);
  const width = kept.reduce((widest, row) => Math.max(widest, row.length), 0);
  if (width === 0) return { markdown: '' };
  const [header = [], ...body] = kept.map((row) => row.map(cellMarkdown));
  const markdown = pipeTable(header, body, width);
  return rows.length > maxRows ? { markdown, warning: `Only the first ${maxRows} rows are shown.` } : { markdown };
}
