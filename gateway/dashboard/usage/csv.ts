import type { UsageReport } from './report.ts';

/** One row for each day and key with image requests. */
export function imagesCsv(report: UsageReport): string {
  return csvOf(
    ['day', 'key_id', 'key_name', 'image_requests'],
    rowsOf(report, ({ id, name }) => [id.slice(0, 12), name]),
  );
}

/** One row for each day and operation with credits. */
export function creditsCsv(report: UsageReport): string {
  return csvOf(
    ['day', 'operation', 'credits'],
    rowsOf(report, ({ id }) => [id]),
  );
}

function rowsOf(
  { days, shares }: UsageReport,
  columns: (share: UsageReport['shares'][number]) => string[],
): string[][] {
  return days.flatMap((day, index) =>
    shares
      .filter(({ byDay }) => (byDay[index] ?? 0) > 0)
      .map((share) => [day, ...columns(share), String(share.byDay[index])]),
  );
}

function csvOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** Spreadsheets run a cell that begins with one of these as a formula. */
const formulaStart = /^[=+\-@\t\r]/;

function cell(text: string): string {
  const safe = formulaStart.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
