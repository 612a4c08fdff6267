import { monthOf } from '../../../storage/ledger.ts';

const selectableMonths = 12;

function addMonths(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return monthOf(new Date(Date.UTC(year, number - 1 + by)));
}

export interface Months {
  shown: string;
  earlier: string;
  later?: string;
  /** For the list to choose from, latest first. */
  options: readonly string[];
  current: boolean;
}

/** The month that was asked for, this one where the question makes no sense, and those around it. */
export function monthsFor(requested: unknown, now = new Date()): Months {
  const current = monthOf(now);
  const valid = typeof requested === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(requested) && requested <= current;
  const shown = valid ? requested : current;
  const recent = Array.from({ length: selectableMonths }, (_, back) => addMonths(current, -back));
  return {
    shown,
    earlier: addMonths(shown, -1),
    ...(shown < current && { later: addMonths(shown, 1) }),
    options: recent.includes(shown) ? recent : [...recent, shown],
    current: shown === current,
  };
}

/** `2026-11` → `2026-11-01`, … `2026-11-30` */
export function daysOf(month: string): string[] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return Array.from({ length: days }, (_, at) => `${month}-${String(at + 1).padStart(2, '0')}`);
}
