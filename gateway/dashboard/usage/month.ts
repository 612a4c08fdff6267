import { monthOf } from '../../../storage/ledger.ts';

const shownMonths = 12;

function moved(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return monthOf(new Date(Date.UTC(year, number - 1 + by)));
}

export interface Months {
  shown: string;
  earlier: string;
  later?: string;
  /** For the list to choose from, latest first. */
  choice: readonly string[];
  current: boolean;
}

/** The month that was asked for, this one where the question makes no sense, and those around it. */
export function monthsFor(asked: unknown, now = new Date()): Months {
  const current = monthOf(now);
  const valid = typeof asked === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(asked) && asked <= current;
  const shown = valid ? asked : current;
  const recent = Array.from({ length: shownMonths }, (_, back) => moved(current, -back));
  return {
    shown,
    earlier: moved(shown, -1),
    ...(shown < current && { later: moved(shown, 1) }),
    choice: recent.includes(shown) ? recent : [...recent, shown],
    current: shown === current,
  };
}

/** `2026-11` → `2026-11-01`, … `2026-11-30` */
export function daysOf(month: string): string[] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return Array.from({ length: days }, (_, at) => `${month}-${String(at + 1).padStart(2, '0')}`);
}
