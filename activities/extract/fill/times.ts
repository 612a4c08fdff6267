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
