import type { UsageReport } from './report.ts';

/** One line a day and key that had requests. */
export function usageCsv({ days, keys }: UsageReport): string {
  const rows = days.flatMap((day, at) =>
    keys
      .filter(({ byDay }) => (byDay[at] ?? 0) > 0)
      .map(({ id, name, byDay }) => [day, id.slice(0, 12), name, String(byDay[at])]),
  );
  return [['day', 'key_id', 'key_name', 'image_requests'], ...rows]
    .map((row) => `${row.map(cell).join(',')}\r\n`)
    .join('');
}

/** A spreadsheet takes a cell that begins like this for a formula. */
const formula = /^[=+\-@\t\r]/;

function cell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
