import type { UsageReport } from './report.ts';

/** One row for each day and key with requests. */
export function usageCsv({ days, keys }: UsageReport): string {
  const rows = days.flatMap((day, index) =>
    keys
      .filter(({ byDay }) => (byDay[index] ?? 0) > 0)
      .map(({ id, name, byDay }) => [day, id.slice(0, 12), name, String(byDay[index])]),
  );
  return [['day', 'key_id', 'key_name', 'image_requests'], ...rows]
    .map((row) => `${row.map(cell).join(',')}\r\n`)
    .join('');
}

/** Spreadsheets run a cell that begins with one of these as a formula. */
const formulaStart = /^[=+\-@\t\r]/;

function cell(text: string): string {
  const safe = formulaStart.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
