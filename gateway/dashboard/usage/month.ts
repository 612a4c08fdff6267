import { monthOf } from '../../../storage/ledger.ts';

const selectableMonths = 12;

/** `2026-11`, 2 → `2027-01` */
function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return monthOf(new Date(Date.UTC(year, number - 1 + months)));
}

export interface Months {
  shown: string;
  earlier: string;
  later?: string;
  /** The months to choose from, latest first. */
  options: readonly string[];
  isCurrent: boolean;
}

/** The requested month, or the current one if the request is not a month up to now; and the months around it. */
export function monthsFor(requested: unknown, now = new Date()): Months {
  const current = monthOf(now);
  const isValid = typeof requested === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(requested) && requested <= current;
  const shown = isValid ? requested : current;
  const recent = Array.from({ length: selectableMonths }, (_, back) => addMonths(current, -back));
  return {
    shown,
    earlier: addMonths(shown, -1),
    ...(shown < current && { later: addMonths(shown, 1) }),
    options: recent.includes(shown) ? recent : [...recent, shown],
    isCurrent: shown === current,
  };
}

/** `2026-11` → `2026-11-01`, … `2026-11-30` */
export function daysOf(month: string): string[] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return Array.from({ length: days }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`);
}
