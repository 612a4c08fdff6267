import type { NumberFormat } from './numberFormats.ts';

const dayMs = 24 * 60 * 60 * 1_000;
/** Day 0. Excel believes that 1900 was a leap year, which this date makes good for every day after that February. */
const epoch1900 = Date.UTC(1899, 11, 30);
const epoch1904 = Date.UTC(1904, 0, 1);
/** As many digits as Excel shows: further ones are artifacts of floating point. */
const significantDigits = 15;

export interface NumberOptions {
  format: NumberFormat;
  /** Whether days are counted from 1904 on, as on old Macs. */
  is1904: boolean;
}

/** A number as Excel shows it, as far as that changes its meaning: dates as dates, and shares in percent. */
export function numberText(text: string, { format, is1904 }: NumberOptions): string {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) return text;
  if (format === 'percent') return `${trimmed(value * 100)}%`;
  return format === 'general' || value < 0 ? trimmed(value) : dateText(value, { format, is1904 });
}

function dateText(days: number, { format, is1904 }: NumberOptions): string {
  const date = new Date((is1904 ? epoch1904 : epoch1900) + Math.round(days * dayMs));
  if (Number.isNaN(date.getTime())) return String(days);
  const [day = '', time = ''] = date.toISOString().split('T');
  const clock = time.slice(0, 8).replace(/:00$/, '');
  if (format === 'time' || (format === 'dateTime' && days < 1)) return clock;
  return format === 'date' ? day : `${day} ${clock}`;
}

function trimmed(value: number): string {
  return String(Number(value.toPrecision(significantDigits)));
}
