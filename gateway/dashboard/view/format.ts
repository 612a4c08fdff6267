/** Numbers and times for people. Times are in UTC, like the months by which usage is counted. */
const wholeNumber = new Intl.NumberFormat('en-US');

export function formatNumber(value: number) {
  return wholeNumber.format(value);
}

export function pluralize(value: number, one: string, many = `${one}s`) {
  return `${formatNumber(value)} ${value === 1 ? one : many}`;
}

export function formatLimit(value: number | null) {
  return value === null ? 'unlimited' : formatNumber(value);
}

/** What stands behind a number of which there may be so many. */
export function outOfLimit(value: number | null) {
  return value === null ? 'unlimited' : `of ${formatNumber(value)}`;
}

function dateFormatter(options: Intl.DateTimeFormatOptions) {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options });
  return (time: Date) => format.format(time);
}
export const formatDay = dateFormatter({ day: 'numeric', month: 'short', year: 'numeric' });
export const formatTime = dateFormatter({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
const monthAndYear = dateFormatter({ month: 'long', year: 'numeric' });
/** `2026-11` → November 2026 */
export function monthName(month: string) {
  return monthAndYear(new Date(`${month}-01T00:00:00Z`));
}

const timeUnits = [
  [60, 'second'],
  [60, 'minute'],
  [24, 'hour'],
  [30, 'day'],
] as const;

/** `5 minutes ago`; the date when it is more than 30 days ago. */
export function timeAgo(time: Date, now = Date.now()): string {
  let amount = Math.max(0, Math.round((now - time.getTime()) / 1000));
  if (amount < 10) return 'just now';
  for (const [max, unit] of timeUnits) {
    if (amount < max) return `${pluralize(amount, unit)} ago`;
    amount = Math.round(amount / max);
  }
  return formatDay(time);
}

/** `320 ms`, `4.2 s`, `3 min 20 s`, `2 h 5 min` */
export function formatDuration(ms: number) {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1_000;
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.round(seconds % 60)} s`;
  return `${formatNumber(Math.floor(minutes / 60))} h ${minutes % 60} min`;
}

export function formatBytes(size: number) {
  return size < 1024 * 1024 ? `${Math.max(1, Math.round(size / 1024))} KB` : `${(size / 1024 / 1024).toFixed(1)} MB`;
}
