const months: [RegExp, number][] = [
  [/^(?:jan|ene|gen|янв|stycz)/, 1],
  [/^(?:feb|fev|fév|febr|фев|lut)/, 2],
  [/^(?:mar|mär|maer|mrt|мар)/, 3],
  [/^(?:apr|avr|abr|апр|kwi)/, 4],
  [/^(?:may|mai|maj|mei|mag|мая|май)/, 5],
  [/^(?:jun|juin|giu|июн|czerw)/, 6],
  [/^(?:jul|juil|lug|июл|lip)/, 7],
  [/^(?:aug|aou|août|ago|авг|sier)/, 8],
  [/^(?:sep|set|сен|wrz)/, 9],
  [/^(?:oct|okt|out|ott|окт|paz)/, 10],
  [/^(?:nov|ноя|lis)/, 11],
  [/^(?:dec|dez|dic|déc|дек|gru)/, 12],
];

function monthOf(word: string): number | undefined {
  return months.find(([pattern]) => pattern.test(word.toLowerCase()))?.[1];
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

export interface ReadDate {
  /** `2024-05-01` */
  date: string;
  /** With its time zone, which is UTC if the text has none: `10:30:00Z`. */
  time?: string;
}

/** Which part comes first in `03/04/2024`. */
export type DateOrder = 'month first' | 'day first';

/** A date in ISO 8601 or spelled out. `03/04/2024` is ambiguous, and so not read as a date unless `order` is known. */
export function readDate(text: string, order?: DateOrder): ReadDate | undefined {
  const trimmed = text.trim();
  const exact =
    /(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?/i.exec(trimmed);
  if (exact) {
    const [, year = '', month = '', day = '', hour, minute, second = '00', zone = 'Z'] = exact;
    const offset = /^[+-]\d{4}$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
    return validDate(Number(year), Number(month), Number(day), hour && `${hour}:${minute}:${second}${offset}`);
  }
  const named =
    /(\p{L}{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})/u.exec(trimmed) ??
    /(\d{1,2})(?:st|nd|rd|th|\.|er)?[\s-]+(?:de\s+|of\s+)?(\p{L}{3,})\.?,?[\s-]+(?:de\s+)?(\d{4})/u.exec(trimmed);
  if (named) {
    const [, first = '', second = '', year = ''] = named;
    const month = monthOf(first) ?? monthOf(second);
    const day = Number(/^\d+$/.test(first) ? first : second);
    return month ? validDate(Number(year), month, day) : undefined;
  }
  const east = /(\d{4})\s*[年/.]\s*(\d{1,2})\s*[月/.]\s*(\d{1,2})/.exec(trimmed);
  if (east) return validDate(Number(east[1]), Number(east[2]), Number(east[3]));
  const numeric = /\b(\d{1,2})([./-])(\d{1,2})\2(\d{4})\b/.exec(trimmed);
  if (!numeric) return undefined;
  const [, a, mark, b, year] = numeric;
  const [first, second] = [Number(a), Number(b)];
  // Dots are only used where the day comes first.
  if (mark === '.' || first > 12) return validDate(Number(year), second, first);
  if (second > 12 || first === second || order === 'month first') return validDate(Number(year), first, second);
  return order === 'day first' ? validDate(Number(year), second, first) : undefined;
}

function validDate(year: number, month: number, day: number, time?: string): ReadDate | undefined {
  const date = `${year}-${twoDigits(month)}-${twoDigits(day)}`;
  const parsed = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(parsed.getTime()) || parsed.getUTCDate() !== day) return undefined;
  return { date, ...(time && { time }) };
}

/** Matches each date in a text, however it is written. Its repetitions have limits, so that long texts take no longer. */
export const writtenDate =
  /\d{4}-\d{2}-\d{2}|\p{L}{3,20}\.?\s{1,20}\d{1,2}(?:st|nd|rd|th)?,?\s{1,20}\d{4}|\d{1,2}(?:st|nd|rd|th|\.|er)?[\s-]{1,20}(?:de\s{1,20}|of\s{1,20})?\p{L}{3,20}\.?,?[\s-]{1,20}(?:de\s{1,20})?\d{4}|\d{4}\s?[年/.]\s?\d{1,2}\s?[月/.]\s?\d{1,2}|\d{1,2}[./-]\d{1,2}[./-]\d{4}/gu;
