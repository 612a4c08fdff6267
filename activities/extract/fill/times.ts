import { readNumber } from './numbers.ts';

const isoDuration =
  /^\s*P(?:(\d+(?:[.,]\d+)?)Y)?(?:(\d+(?:[.,]\d+)?)M)?(?:(\d+(?:[.,]\d+)?)W)?(?:(\d+(?:[.,]\d+)?)D)?(?:T(?:(\d+(?:[.,]\d+)?)H)?(?:(\d+(?:[.,]\d+)?)M)?(?:(\d+(?:[.,]\d+)?)S)?)?\s*$/i;
const isoSeconds = [31_536_000, 2_592_000, 604_800, 86_400, 3_600, 60, 1];

const timeUnits: [RegExp, number][] = [
  [/^(?:w(?:ee)?ks?|wochen?|semaines?|semanas?)$/, 604_800],
  [/^(?:d|days?|tage?|jours?|dias?|dagen|dage|дн\S*)$/, 86_400],
  [/^(?:h|hrs?|hours?|std|stunden?|heures?|horas?|ore|ora|uur|uren|timer?|timmar|timme|godz\S*|час\S*|小时)$/, 3_600],
  [/^(?:m|min|mins|minutes?|minuten|minuto|minutos|minuti|minuter|minutter|minut\S*|мин\S*|分钟|分)$/, 60],
  [/^(?:s|secs?|seconds?|sekunden?|secondes?|segundos?|сек\S*|秒)$/, 1],
];
const amountWithUnit =
  /(\d+(?:[.,]\d+)?(?:\s?[¼½¾⅓⅔])?|[¼½¾⅓⅔]|\d+\s\d\/\d|\d\/\d)\s*(?:-|–|to)?\s*(?:\d+\s*)?([\p{L}]+)\.?/giu;

/** The seconds in `PT1H30M`, `1 hr 30 min`, `1½ hours` or `90 Minuten`; undefined if the text names no unit. */
export function readDuration(text: string): number | undefined {
  const exact = isoDuration.exec(text);
  if (exact && /\d/.test(text)) {
    return exact
      .slice(1)
      .reduce((sum, each, at) => sum + Number((each ?? '0').replace(',', '.')) * (isoSeconds[at] ?? 0), 0);
  }
  const clock = /^\s*(\d{1,2}):(\d{2})(?::(\d{2}))?\s*(?:h|hrs?|hours?)?\s*$/i.exec(text);
  if (clock) return Number(clock[1]) * 3_600 + Number(clock[2]) * 60 + Number(clock[3] ?? 0);
  let seconds = 0;
  let found = false;
  for (const [, amount = '', unit = ''] of text.slice(0, 200).matchAll(amountWithUnit)) {
    const scale = timeUnits.find(([pattern]) =>
      pattern.test(unit.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()),
    )?.[1];
    const number = readNumber(amount);
    if (scale === undefined || number === undefined) continue;
    seconds += number * scale;
    found = true;
  }
  return found ? seconds : undefined;
}

export function isDuration(text: string): boolean {
  return isoDuration.test(text) && /\d/.test(text);
}

/** In ISO 8601. */
export function writeDuration(seconds: number): string {
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  const rest = seconds % 60;
  return `PT${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${rest || seconds === 0 ? `${rest}S` : ''}`;
}

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

/** A date in ISO 8601 or spelled out. `03/04/2024` is ambiguous, and so not read as a date. */
export function readDate(text: string): ReadDate | undefined {
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
    /(\d{1,2})(?:st|nd|rd|th|\.|er)?\s+(?:de\s+|of\s+)?(\p{L}{3,})\.?,?\s+(?:de\s+)?(\d{4})/u.exec(trimmed);
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
  return second > 12 || first === second ? validDate(Number(year), first, second) : undefined;
}

function validDate(year: number, month: number, day: number, time?: string): ReadDate | undefined {
  const date = `${year}-${twoDigits(month)}-${twoDigits(day)}`;
  const parsed = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(parsed.getTime()) || parsed.getUTCDate() !== day) return undefined;
  return { date, ...(time && { time }) };
}
